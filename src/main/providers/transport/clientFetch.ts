import { fillBody } from './largeBody.ts'
import { readBeginning } from './readBeginning.ts'
import type { Fetch } from './transport.ts'

/** Returns a fetch for the official clients of OpenAI and Anthropic, which share one design. */
export function forClient(fetch: Fetch): Fetch {
  return withPlainErrors(withoutFingerprint(withWholeBody(fetch)))
}

/** Puts the long texts back that `withTextsAside` has set aside. */
function withWholeBody(fetch: Fetch): Fetch {
  return async (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init)
    return fetch(input, { ...init, body: await fillBody(init.body) })
  }
}

/** Removes the headers in which the clients report the system, its version and the processor. */
function withoutFingerprint(fetch: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    for (const name of [...headers.keys()]) {
      if (name.startsWith('x-stainless-')) headers.delete(name)
    }
    return fetch(input, { ...init, headers })
  }
}

/**
 * Replaces an error's body by its beginning as text. The clients would read the whole body,
 * whatever its length, and keep only fields in their vendor's format.
 */
function withPlainErrors(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.ok) return response
    const body = await readBeginning(response, init?.signal ?? undefined)
    const { status, headers } = response
    return new Response(JSON.stringify({ error: { body } }), { status, headers })
  }
}
