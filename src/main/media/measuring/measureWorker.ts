import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputVideoTrack,
} from 'mediabunny'
import { serveTasks } from '../../workers/serveTask.ts'
import { measureTask, type Measures } from './measureTask.ts'

/** None of them leads to another file, as a playlist would. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS]
const cacheBytes = 4 * 1024 * 1024

serveTasks(measureTask, async ({ path }): Promise<Measures> => {
  const source = new FilePathSource(path, {
    maxCacheSize: cacheBytes,
    // Mediabunny reads ahead: an error at a damaged end that is never needed must not stop the
    // thread.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ formats, source })
  try {
    const tracks = await input.getTracks()
    if (tracks.length === 0) throw new Error('There is nothing to play')
    const video = await input.getPrimaryVideoTrack()
    return {
      hasVideo: video !== null,
      ...(await sizeOf(video)),
      durationMilliseconds: whole((await secondsOf(input)) * 1000),
    }
  } finally {
    input.dispose()
  }
})

async function sizeOf(video: InputVideoTrack | null): Promise<Pick<Measures, 'width' | 'height'>> {
  const width = whole((await video?.getDisplayWidth()) ?? 0)
  const height = whole((await video?.getDisplayHeight()) ?? 0)
  return width === null || height === null ? { width: null, height: null } : { width, height }
}

/** A recording that was never finished names no duration: its last packet tells. */
async function secondsOf(input: Input): Promise<number> {
  const named = await input.getDurationFromMetadata().catch(() => null)
  if (named !== null && named > 0) return named
  // The size is known even if the packets are damaged.
  return input.computeDuration(undefined, { metadataOnly: true }).catch(() => 0)
}

function whole(value: number): number | null {
  const rounded = Math.round(value)
  return rounded > 0 && Number.isSafeInteger(rounded) ? rounded : null
}
