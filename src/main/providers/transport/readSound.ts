import { AppError } from '../../../shared/errors.ts'
import { maxWholeAnswerBytes } from './answerLimits.ts'
import { readBytes } from './byteStream.ts'

/** A service may think for long before the sound of a sentence begins. */
const idleMilliseconds = 60_000

/** Returns the sound of an answer. Errors: malformedAnswer, and those of `readBytes`. */
export async function readSound(
  response: Response,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const type = response.headers.get('content-type') ?? ''
  const pieces: Uint8Array[] = []
  let length = 0
  const bytes = readBytes(response.body, { idleMilliseconds: () => idleMilliseconds, signal })
  for await (const piece of bytes) {
    length += piece.length
    if (length > maxWholeAnswerBytes) {
      throw new AppError('malformedAnswer', 'The sound never ends')
    }
    pieces.push(piece)
  }
  if (length === 0 || /json|html/.test(type)) {
    throw new AppError('malformedAnswer', 'The answer is no sound')
  }
  return new Uint8Array(Buffer.concat(pieces))
}
