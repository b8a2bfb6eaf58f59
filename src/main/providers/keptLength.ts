import { AppError } from '../../shared/errors.ts'

/** A picture in base64; signatures are a thousand times smaller. In UTF-16 units. */
const keptLengthMaximum = 64 * 1024 * 1024

/** What an answer has sent and nobody can be given yet has an end. Errors: malformedAnswer. */
export function assertKept(length: number): void {
  if (length <= keptLengthMaximum) return
  throw new AppError('malformedAnswer', 'A part of the answer is too long')
}
