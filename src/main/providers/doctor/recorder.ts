import type { Fetch } from '../transport/transport.ts'
import { maxWireTextLength } from '../../../shared/limits.ts'

/** A request and its answer as text, with all secrets masked. */
export interface Exchange {
  request: string
  /** Undefined if no answer arrived. */
  answer: string | undefined
}

export interface Recorder {
  fetch: Fetch
  /** Returns the exchanges since the last `clear`, oldest first. */
  exchanges: () => Exchange[]
  clear: () => void
}

interface Recording {
  request: string
  head: string
  body: Uint8Array[]
  bodyBytes: number
}

/** Larger than the part shown, so that a key at the cut is still whole and can be masked. */
const maxBodyBytes = 40_000
const maskedTailLength = 8000

/**
 * Creates a fetch that records requests and answers. `mask` hides the keys in a text. Values of
 * headers and parameters in `secretNames` (lower case) are always hidden.
 */
export function createRecorder(
  fetch: Fetch,
  mask: (text: string) => string,
  secretNames: ReadonlySet<string> = new Set(),
): Recorder {
  const isSecret = (name: string) => secretNames.has(name.toLowerCase()) || isSecretName(name)
  let recordings: Recording[] = []

  function toExchange({ request, head, body, bodyBytes }: Recording): Exchange {
    if (head === '') return { request, answer: undefined }
    const text = head + new TextDecoder().decode(Buffer.concat(body))
    return { request, answer: shorten(mask(text), bodyBytes > maxBodyBytes) }
  }

  return {
    async fetch(input, init) {
      const request = requestText(input, init, isSecret)
      const recording: Recording = {
        request: shorten(mask(request), request.length > maxBodyBytes),
        head: '',
        body: [],
        bodyBytes: 0,
      }
      recordings.push(recording)
      const response = await fetch(input, init)
      recording.head = `HTTP/1.1 ${String(response.status)}\n${headerText(response.headers)}\n\n`
      return recordBody(response, recording)
    },
    exchanges: () => recordings.map(toExchange),
    clear: () => void (recordings = []),
  }
}

/** Cuts a text to the limit of a finding, along with a key that the cut may have split. */
function shorten(text: string, isCut: boolean): string {
  const end = isCut ? Math.max(0, text.length - maskedTailLength) : text.length
  return printable(text.slice(0, Math.min(end, maxWireTextLength)))
}

/** Replaces control characters. AWS's binary framing would truncate or garble copied text. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\u00b7')
}

function requestText(
  input: string | URL | Request,
  init: RequestInit = {},
  isSecret: IsSecret,
): string {
  const url = new URL(input instanceof Request ? input.url : input)
  const headers = new Headers({ host: url.host })
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  const head = `${init.method ?? 'GET'} ${url.pathname}${maskQuery(url, isSecret)} HTTP/1.1`
  return `${head}\n${headerText(headers, isSecret)}\n\n${bodyText(init.body)}`.trim()
}

function bodyText(body: RequestInit['body']): string {
  if (typeof body === 'string') return body.slice(0, maxBodyBytes)
  if (body instanceof Uint8Array) {
    return new TextDecoder().decode(body.subarray(0, maxBodyBytes))
  }
  return ''
}

type IsSecret = (name: string) => boolean

const secretName = /auth|key|token|secret|cookie|credential|signature|password|passwd/i
/** Headers with token counts. */
const countName = /ratelimit|token-count/i

/** Returns true if the header or parameter of this name may hold a secret. */
function isSecretName(name: string): boolean {
  return secretName.test(name) && !countName.test(name)
}

function headerText(headers: Headers, isSecret: IsSecret = isSecretName): string {
  return [...headers]
    .map(([name, value]) => `${name}: ${isSecret(name) ? maskValue(value) : value}`)
    .join('\n')
}

/** Keeps the scheme, which shows whether a bearer token was sent. */
function maskValue(value: string): string {
  return value.replace(/^((?:bearer|basic|aws4-hmac-sha256)\s)?.*$/is, '$1•••')
}

function maskQuery(url: URL, isSecret: IsSecret): string {
  const fields = [...url.searchParams].map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${isSecret(name) ? '•••' : encodeURIComponent(value)}`,
  )
  return fields.length === 0 ? '' : `?${fields.join('&')}`
}

/** Returns the response with a body that is recorded as it is read. */
function recordBody(response: Response, recording: Recording): Response {
  if (!response.body) return response
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        const left = maxBodyBytes - recording.bodyBytes
        if (left > 0) recording.body.push(piece.slice(0, left))
        recording.bodyBytes += piece.length
        controller.enqueue(piece)
      },
    }),
  )
  const { status, headers } = response
  return new Response(body, { status, headers })
}
