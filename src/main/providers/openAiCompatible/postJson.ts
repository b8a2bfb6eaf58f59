import type OpenAI from 'openai'
import { readJson } from '../transport/jsonAnswer.ts'
import { defaultLimits } from '../service.ts'
import { maxWholeAnswerBytes } from '../transport/answerLimits.ts'

/** Posts a request, or a body that is encoded, and parses its JSON answer, with a size limit. */
export async function postJson(
  client: OpenAI,
  path: string,
  body: object,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await client.post(path, { body, signal, headers }).asResponse()
  return readJson(response, {
    signal,
    idleMilliseconds: defaultLimits.idleMilliseconds,
    bytesMaximum: maxWholeAnswerBytes,
  })
}
