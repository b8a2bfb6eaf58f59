import type OpenAI from 'openai'
import { formBlob } from '../transport/formBlob.ts'
import type { ImageRequest } from '../provider.ts'

/** Sends a request for pictures, and returns its answer with the body unread. */
export async function postImages(
  client: OpenAI,
  { path, body, headMilliseconds }: ImageRequest,
  signal: AbortSignal,
): Promise<Response> {
  const options = { signal, timeout: headMilliseconds }
  if (!(body instanceof FormData)) return client.post(`/${path}`, { ...options, body }).asResponse()
  const form = formBlob(body)
  const headers = { 'content-type': form.type }
  return client.post(`/${path}`, { ...options, body: form, headers }).asResponse()
}
