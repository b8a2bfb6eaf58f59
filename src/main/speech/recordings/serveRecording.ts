import { Readable } from 'node:stream'
import { bytesPerSample } from '../../../shared/speech/audio.ts'
import { parseByteRange } from '../../storage/byteRange.ts'
import type { ByteRange } from '../../storage/byteRange.ts'
import type { RecordingFiles } from './recordingFiles.ts'
import { wavHeader, wavHeaderBytes } from './wav.ts'

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

/** Answers a request for the sound of a recording or a range of it. */
export async function serveRecording(
  files: RecordingFiles,
  id: string,
  range: string | null,
): Promise<Response> {
  const pcmBytes = (await files.samples(id)) * bytesPerSample
  if (pcmBytes === 0) return new Response('Not found', { status: 404, headers })
  const size = wavHeaderBytes + pcmBytes
  const wanted = parseByteRange(range, size)
  if (wanted === 'unsatisfiable') {
    const status = { 'content-range': `bytes */${String(size)}` }
    return new Response(null, { status: 416, headers: { ...headers, ...status } })
  }
  const { start, end } = wanted ?? { start: 0, end: size - 1 }
  const body = Readable.toWeb(Readable.from(wavBytes(files, id, pcmBytes, { start, end })))
  return new Response(body as ReadableStream, {
    status: wanted ? 206 : 200,
    headers: {
      ...headers,
      'content-type': 'audio/wav',
      'content-length': String(end - start + 1),
      ...(wanted && {
        'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}`,
      }),
    },
  })
}

async function* wavBytes(
  files: RecordingFiles,
  id: string,
  pcmBytes: number,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (start < wavHeaderBytes) yield wavHeader(pcmBytes).subarray(start, end + 1)
  const first = Math.max(0, start - wavHeaderBytes)
  const last = end + 1 - wavHeaderBytes
  if (last > first) yield* files.stream(id, { start: first, end: last })
}
