/** Samples a second of everything recorded: one channel, 16-bit integers, little-endian. */
export const sampleRate = 16_000
export const bytesPerSample = 2
/** How much sound one call carries: ten seconds, though pieces of 0.6 s are meant. */
export const pieceBytesMaximum = 10 * sampleRate * bytesPerSample
/** The longest recording: four hours. */
export const recordingSamplesMaximum = 4 * 3600 * sampleRate
/** The longest piece that a transcription is asked for at once: half a minute. */
export const segmentSamplesMaximum = 30 * sampleRate
