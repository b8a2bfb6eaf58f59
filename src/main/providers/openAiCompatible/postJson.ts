import type OpenAI from 'openai'
import { AppError } from '../../../shared/errors.ts'
import { readBytes, readText } from '../byteStream.ts'

const answerBytesMaximum = 64 * 1024 * 1024
const idleMilliseconds = 300_000

/** Posts a request and parses its JSON answer, with a size limit. */
export async function postJson(
  client: OpenAI,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await client.post(path, { body, signal }).asResponse()
  const bytes = readBytes(response.body, { idleMilliseconds: () => idleMilliseconds, signal })
  const text = await readText(bytes, answerBytesMaximum)
  try {
    return JSON.parse(text)
  } catch (error) {
    const code = text.trimStart().startsWith('<') ? 'notAnApi' : 'malformedAnswer'
    throw new AppError(code, 'The answer is not valid JSON', {}, error)
  }
}
