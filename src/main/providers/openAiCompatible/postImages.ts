import type OpenAI from 'openai'
import { formBlob } from '../transport/formBlob.ts'
import { ownConnection } from '../transport/transport.ts'
import type { ImageRequest } from '../provider.ts'

/** Sends a request for pictures, and returns its answer with the body unread. */
export async function postImages(
  client: OpenAI,
  { path, body, headMilliseconds }: ImageRequest,
  signal: AbortSignal,
): Promise<Response> {
  const options = { signal, timeout: headMilliseconds }
  const address = `/${path}`
  if (!(body instanceof FormData)) {
    return client.post(address, { ...options, body, headers: ownConnection }).asResponse()
  }
  const form = formBlob(body)
  const headers = { ...ownConnection, 'content-type': form.type }
  return client.post(address, { ...options, body: form, headers }).asResponse()
}
