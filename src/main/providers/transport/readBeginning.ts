import { errorAnswer } from './answerLimits.ts'
import { beginningOf, readBytes, readText } from './byteStream.ts'

/**
 * Returns the beginning of an answer, which is enough for an error. A timeout or a broken
 * connection only ends it.
 */
export function readBeginning(
  response: Response,
  signal: AbortSignal = new AbortController().signal,
  idleMilliseconds: number = errorAnswer.idleMilliseconds,
): Promise<string> {
  const bytes = readBytes(response.body, { idleMilliseconds: () => idleMilliseconds, signal })
  return readText(beginningOf(bytes, errorAnswer.bytesMaximum), Infinity)
}
