import { createHash } from 'node:crypto'
import type { HttpRequest } from '@smithy/core/protocols'
import { fillBody } from '../transport/largeBody.ts'

/**
 * Puts what was set aside into the body of a request. The client would hash a body at once to sign
 * it, so it gets the hash of a large one, taken in pieces.
 */
export async function fillRequest(request: HttpRequest, isSigned: boolean): Promise<void> {
  const text = textOf(request.body)
  const filled = text === null ? text : await fillBody(text)
  if (!(filled instanceof Blob)) return
  request.body = filled
  if (isSigned) request.headers['x-amz-content-sha256'] = await hashOf(filled)
}

/** Returns the body as text. All bodies are JSON, some as bytes. */
export function textOf(body: unknown): string | null {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  return null
}

async function hashOf(body: Blob): Promise<string> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Uint8Array> = body.stream()
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
