import { beginningOf, readBytes } from './byteStream.ts'
import type { Fetch } from './transport.ts'

/** Returns a fetch for the clients of OpenAI and Anthropic, which are made alike. */
export function forClient(fetch: Fetch): Fetch {
  return withPlainErrors(withoutFingerprint(fetch))
}

/** The clients report the system, its version and the processor with each request: not ours. */
function withoutFingerprint(fetch: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    for (const name of [...headers.keys()]) {
      if (name.startsWith('x-stainless-')) headers.delete(name)
    }
    return fetch(input, { ...init, headers })
  }
}

const errorBytesMaximum = 64 * 1024
const errorIdleMilliseconds = 5000

/**
 * The clients read the whole of an error's body, however long, and keep only what their makers
 * would say. So they get a body that holds the beginning of the true one as text.
 */
function withPlainErrors(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.ok) return response
    const bytes = readBytes(response.body, {
      idleMilliseconds: () => errorIdleMilliseconds,
      signal: init?.signal ?? new AbortController().signal,
    })
    const pieces: Uint8Array[] = []
    for await (const piece of beginningOf(bytes, errorBytesMaximum)) pieces.push(piece)
    const body = new TextDecoder().decode(Buffer.concat(pieces))
    const { status, headers } = response
    return new Response(JSON.stringify({ error: { body } }), { status, headers })
  }
}
