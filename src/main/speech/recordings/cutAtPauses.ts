import { bytesPerSample, sampleRate } from '../../../shared/audio.ts'

const frameSamples = sampleRate / 50
const framesPerSecond = 50
/** Below this a sound is silence in any room: 46 dB under the loudest. */
const loudnessMinimum = 0.005
/** How far speech stands out from what else can be heard. */
const noiseFactor = 3
const pauseFrames = 0.6 * framesPerSecond
const soundFramesMinimum = 0.12 * framesPerSecond
const paddingFrames = 0.25 * framesPerSecond
const cutFramesMinimum = 12 * framesPerSecond
const cutFramesMaximum = 25 * framesPerSecond

/** From the first to before the last sample of a stretch. */
export interface Stretch {
  start: number
  end: number
}

/**
 * Where there is sound that may be speech, cut at pauses, for a recording of which nobody has
 * found that out while it ran. `first` is the sample that the sound begins with.
 */
export async function cutAtPauses(
  sound: AsyncIterable<Uint8Array>,
  first: number,
): Promise<Stretch[]> {
  const frames = await loudnessOf(sound)
  const stretches = loudStretches(frames, thresholdOf(frames)).flatMap((stretch) =>
    shorten(stretch, frames),
  )
  return stretches.map(({ start, end }) => ({
    start: first + start * frameSamples,
    end: first + end * frameSamples,
  }))
}

/** The root mean square of each whole frame; 1 is the loudest. */
async function loudnessOf(sound: AsyncIterable<Uint8Array>): Promise<number[]> {
  const frames: number[] = []
  let sum = 0
  let samples = 0
  let odd: Uint8Array = new Uint8Array()
  for await (const piece of sound) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, piece]) : piece
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const whole = Math.floor(bytes.length / bytesPerSample)
    for (let index = 0; index < whole; index += 1) {
      const sample = view.getInt16(index * bytesPerSample, true) / 32_768
      sum += sample * sample
      samples += 1
      if (samples < frameSamples) continue
      frames.push(Math.sqrt(sum / frameSamples))
      sum = 0
      samples = 0
    }
    odd = bytes.subarray(whole * bytesPerSample)
  }
  return frames
}

/** Speakers pause: the quietest tenth of a recording is what the room sounds like. */
function thresholdOf(frames: readonly number[]): number {
  const sorted = Float32Array.from(frames).sort()
  const noise = sorted[Math.floor(sorted.length / 10)] ?? 0
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  // Where nobody pauses, that tenth is speech itself.
  return Math.max(loudnessMinimum, Math.min(noise * noiseFactor, loud / 4))
}

/** In frames, with a bit of what lies around them. */
function loudStretches(frames: readonly number[], threshold: number): Stretch[] {
  const found: Stretch[] = []
  let loudFrames = 0
  let current: Stretch | undefined
  const close = (): void => {
    if (current && loudFrames >= soundFramesMinimum) found.push(current)
    current = undefined
    loudFrames = 0
  }
  for (const [index, loudness] of frames.entries()) {
    if (current && index - current.end >= pauseFrames) close()
    if (loudness < threshold) continue
    current = { start: current?.start ?? index, end: index + 1 }
    loudFrames += 1
  }
  close()
  return found.map(({ start, end }) => ({
    start: Math.max(0, start - paddingFrames),
    end: Math.min(frames.length, end + paddingFrames),
  }))
}

/** Cuts what is too long for one request where it is quietest. */
function shorten(stretch: Stretch, frames: readonly number[]): Stretch[] {
  const pieces: Stretch[] = []
  let { start } = stretch
  while (stretch.end - start > cutFramesMaximum) {
    let cut = start + cutFramesMinimum
    for (let frame = cut; frame < start + cutFramesMaximum; frame += 1) {
      if ((frames[frame] ?? 0) < (frames[cut] ?? 0)) cut = frame
    }
    pieces.push({ start, end: cut })
    start = cut
  }
  pieces.push({ start, end: stretch.end })
  return pieces
}
