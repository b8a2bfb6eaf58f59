/** The sample rate in hertz of every recording: one channel, 16-bit integers, little-endian. */
export const sampleRate = 16_000
export const bytesPerSample = 2
/** The size limit of the sound in one call: ten seconds. The page normally sends 0.6 s. */
export const pieceBytesMaximum = 10 * sampleRate * bytesPerSample
/** The longest recording: four hours. */
export const recordingSamplesMaximum = 4 * 3600 * sampleRate
/** The longest segment sent for transcription in one request: 30 seconds. */
export const segmentSamplesMaximum = 30 * sampleRate
