import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../../shared/errors.ts'
import { createServer } from '../../network/http.ts'

/** The place on this machine that the browser returns to after a sign-in. */
export interface Redirect {
  url: string
  /** The secret that shows that an answer belongs to this sign-in. */
  state: string
  /** Resolves with what the authorization server has answered. Errors: aborted, timeout. */
  answer: (signal: AbortSignal) => Promise<URLSearchParams>
  close: () => void
}

const answerMilliseconds = 10 * 60_000

/** Waits on a free port of this machine alone, for one answer with the right state. */
export async function openRedirect(): Promise<Redirect> {
  const state = randomBytes(24).toString('base64url')
  const answered = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const parameters = answerOf(request, state)
    respond(response, parameters !== null)
    if (parameters) answered.resolve(parameters)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${String(port)}/callback`,
    state,
    answer: (signal) => bounded(answered.promise, signal),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Any program and any page on this machine can send something here: only the state counts. */
function answerOf(request: IncomingMessage, state: string): URLSearchParams | null {
  const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
  if (request.method !== 'GET' || url?.pathname !== '/callback') return null
  const given = Buffer.from(url.searchParams.get('state') ?? '')
  const wanted = Buffer.from(state)
  const isSame = given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted)
  return isSame ? url.searchParams : null
}

/** Says in every language that the browser can be left. */
function respond(response: ServerResponse, isAnswer: boolean): void {
  response.writeHead(isAnswer ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  const style = 'font:3rem system-ui;display:grid;place-items:center;height:100vh;margin:0'
  response.end(isAnswer ? `<title>Parley</title><body style="${style}">✓ Parley` : '')
}

async function bounded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = AbortSignal.timeout(answerMilliseconds)
  const ending = AbortSignal.any([signal, limit])
  const ended = Promise.withResolvers<never>()
  const end = (): void =>
    ended.reject(
      signal.aborted
        ? new AppError('aborted', 'The sign-in was stopped')
        : new AppError('timeout', 'Nobody signed in'),
    )
  ending.addEventListener('abort', end, { once: true })
  if (ending.aborted) end()
  try {
    return await Promise.race([work, ended.promise])
  } finally {
    ending.removeEventListener('abort', end)
  }
}
