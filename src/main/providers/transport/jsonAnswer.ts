import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { readBytes, readJsonText } from './byteStream.ts'

/** The limits of one answer. */
export interface AnswerBounds {
  signal: AbortSignal
  /** The longest allowed silence of the service. */
  idleMilliseconds: number
  bytesMaximum: number
}

/** Reads the answer's text; one of JSON to its own end. Errors: timeout, malformedAnswer over the limit. */
export function readAnswer(
  response: Response,
  { signal, idleMilliseconds, bytesMaximum }: AnswerBounds,
): Promise<string> {
  const bytes = readBytes(response.body, { idleMilliseconds: () => idleMilliseconds, signal })
  return readJsonText(bytes, bytesMaximum)
}

/** Reads the answer's JSON. Errors: those of `readAnswer` and `parseAnswer`. */
export async function readJson(response: Response, bounds: AnswerBounds): Promise<unknown> {
  return parseAnswer(await readAnswer(response, bounds))
}

/** Returns the JSON of an answer. Errors: notAnApi for a web page, malformedAnswer. */
export function parseAnswer(text: string): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  throw unreadableAnswer(text, 'The answer is not valid JSON')
}

/** Returns the error for an answer in an unexpected format, which may be a web page. */
export function unreadableAnswer(text: string, message: string): AppError {
  const isPage = text.trimStart().startsWith('<')
  return new AppError(isPage ? 'notAnApi' : 'malformedAnswer', message)
}
