import type OpenAI from 'openai'
import { maxWholeAnswerBytes } from '../transport/answerLimits.ts'
import { formBlob } from '../transport/formBlob.ts'
import { parseAnswer, readAnswer } from '../transport/jsonAnswer.ts'
import { connectionHeaders } from '../transport/transport.ts'
import type { ServiceCall } from '../provider.ts'
import { defaultLimits } from '../service.ts'

/**
 * Sends a call to the service. Returns its JSON or its text, with a size limit. One that must not be
 * repeated has a connection of its own, which no earlier answer has closed.
 */
export async function callService(
  client: OpenAI,
  { method, path, query, body, repeatable, answer = 'json' }: ServiceCall,
  signal: AbortSignal,
): Promise<unknown> {
  const { headers, ...content } = body ? encoded(body) : {}
  const options = {
    signal,
    ...(query && { query }),
    ...content,
    headers: { ...headers, ...connectionHeaders({ once: !repeatable }) },
  }
  const sent =
    method === 'GET'
      ? client.get(path, options)
      : method === 'DELETE'
        ? client.delete(path, options)
        : client.post(path, options)
  const text = await readAnswer(await sent.asResponse(), {
    signal,
    idleMilliseconds: defaultLimits.idleMilliseconds,
    bytesMaximum: maxWholeAnswerBytes,
  })
  return answer === 'text' ? text : parseAnswer(text)
}

function encoded(body: NonNullable<ServiceCall['body']>): {
  body: object
  headers?: Record<string, string>
} {
  if (!(body instanceof FormData)) return { body }
  const form = formBlob(body)
  return { body: form, headers: { 'content-type': form.type } }
}
