import type OpenAI from 'openai'
import { maxWholeAnswerBytes } from '../transport/answerLimits.ts'
import { encodeForm } from '../transport/encodeForm.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import type { ServiceCall } from '../provider.ts'
import { defaultLimits } from '../service.ts'

/** Sends a call to the service. Returns its JSON, with a size limit. */
export async function callService(
  client: OpenAI,
  { method, path, query, body }: ServiceCall,
  signal: AbortSignal,
): Promise<unknown> {
  const options = { signal, ...(query && { query }), ...(body && (await encoded(body))) }
  const sent =
    method === 'GET'
      ? client.get(path, options)
      : method === 'DELETE'
        ? client.delete(path, options)
        : client.post(path, options)
  return readJson(await sent.asResponse(), {
    signal,
    idleMilliseconds: defaultLimits.idleMilliseconds,
    bytesMaximum: maxWholeAnswerBytes,
  })
}

async function encoded(body: NonNullable<ServiceCall['body']>) {
  if (!(body instanceof FormData)) return { body }
  const form = await encodeForm(body)
  return { body: form.body, headers: { 'content-type': form.type } }
}
