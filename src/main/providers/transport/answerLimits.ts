/** The limits of a short answer: a list of models, a count, a token. */
export const shortAnswer = {
  /** Until the headers arrive, and between two pieces. */
  idleMilliseconds: 30_000,
  bytesMaximum: 20 * 1024 * 1024,
} as const

/** The limits of an error: only its beginning is read. */
export const errorAnswer = { idleMilliseconds: 5000, bytesMaximum: 64 * 1024 } as const

/** The limits of a segment's transcript. A local model may need longer than the segment lasts. */
export const transcriptAnswer = {
  idleMilliseconds: 300_000,
  bytesMaximum: 4 * 1024 * 1024,
} as const

/** An answer that does not stream: a reply with pictures, vectors, the sound of a sentence. */
export const maxWholeAnswerBytes = 64 * 1024 * 1024

/** The time limit for a whole list of models, however many pages it has. */
export const listMilliseconds = 30_000
/** The time limit for a local server to load, unload or delete a model. */
export const changeMilliseconds = 60_000
