/** The sample rate in hertz of every recording: one channel, 16-bit integers, little-endian. */
export const sampleRate = 16_000
export const bytesPerSample = 2
/** The size limit of the sound in one call: ten seconds. The page normally sends 0.6 s. */
export const maxPieceBytes = 10 * sampleRate * bytesPerSample
/** The longest recording: four hours. */
export const maxRecordingSamples = 4 * 3600 * sampleRate
/** The longest segment sent for transcription in one request: 30 seconds. */
export const maxSegmentSamples = 30 * sampleRate

/**
 * Returns the beginning of a WAV file, up to its samples. `format` is the content of its chunk
 * `fmt `: the kind, channels and rate of the samples.
 */
export function wavHead(format: Uint8Array, sampleBytes: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(28 + format.length)
  const view = new DataView(head.buffer)
  const write = (name: string, at: number): void =>
    head.set(
      Array.from(name, (sign) => sign.charCodeAt(0)),
      at,
    )
  write('RIFF', 0)
  view.setUint32(4, head.length - 8 + sampleBytes, true)
  write('WAVEfmt ', 8)
  view.setUint32(16, format.length, true)
  head.set(format, 20)
  write('data', 20 + format.length)
  view.setUint32(24 + format.length, sampleBytes, true)
  return head
}
