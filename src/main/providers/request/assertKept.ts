import { AppError } from '../../../shared/errors.ts'

/** Room for a picture in base64. Signatures are a thousand times smaller. In UTF-16 code units. */
const maxKeptLength = 64 * 1024 * 1024

/**
 * Limits what an answer makes Parley buffer before it can be passed on. Errors: malformedAnswer.
 */
export function assertKept(length: number): void {
  if (length <= maxKeptLength) return
  throw new AppError('malformedAnswer', 'A part of the answer is too long')
}
