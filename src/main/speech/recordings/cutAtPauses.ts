import { bytesPerSample, sampleRate } from '../../../shared/speech/audio.ts'

const frameSamples = sampleRate / 50
const framesPerSecond = 50
/** A quieter sound is silence in any room: 46 dB below full scale. */
const minLoudness = 0.005
/** The ratio by which speech exceeds the background noise. */
const noiseFactor = 3
const pauseFrames = 0.6 * framesPerSecond
const minSoundFrames = 0.12 * framesPerSecond
const paddingFrames = 0.25 * framesPerSecond
const minCutFrames = 12 * framesPerSecond
const maxCutFrames = 25 * framesPerSecond

/** A stretch of sound, from its first sample to before its last. */
export interface Stretch {
  start: number
  end: number
}

/**
 * Finds stretches that may be speech and cuts them at pauses, for a recording without marks.
 * `first` is the position of the sound's first sample.
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

/** Returns the root mean square of each whole frame; 1 is full scale. */
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

/**
 * Returns the threshold between noise and speech. Speakers pause, so the quietest tenth is the
 * background noise.
 */
function thresholdOf(frames: readonly number[]): number {
  const sorted = Float32Array.from(frames).sort()
  const noise = sorted[Math.floor(sorted.length / 10)] ?? 0
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  // Without pauses that tenth is speech itself.
  return Math.max(minLoudness, Math.min(noise * noiseFactor, loud / 4))
}

/** Returns loud stretches in frames, with a margin. */
function loudStretches(frames: readonly number[], threshold: number): Stretch[] {
  const found: Stretch[] = []
  let loudFrames = 0
  let current: Stretch | undefined
  const close = (): void => {
    if (current && loudFrames >= minSoundFrames) found.push(current)
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

/** Cuts a stretch that is too long for one request at its quietest frames. */
function shorten(stretch: Stretch, frames: readonly number[]): Stretch[] {
  const pieces: Stretch[] = []
  let { start } = stretch
  while (stretch.end - start > maxCutFrames) {
    let cut = start + minCutFrames
    for (let frame = cut; frame < start + maxCutFrames; frame += 1) {
      if ((frames[frame] ?? 0) < (frames[cut] ?? 0)) cut = frame
    }
    pieces.push({ start, end: cut })
    start = cut
  }
  pieces.push({ start, end: stretch.end })
  return pieces
}
