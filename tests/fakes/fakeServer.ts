import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A request that a fake has received. */
export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The parsed JSON, or the text if it is not JSON. */
  body: unknown
  /** The raw body. */
  text: string
  bytes: Buffer<ArrayBuffer>
  /** The client's port, one for each connection. */
  remotePort: number | undefined
  /** True if the client disconnected before the answer was complete. */
  closedEarly: boolean
  /** Settles when the answer is complete or the client has disconnected. */
  ended: Promise<void>
}

export interface FakeServer {
  port: number
  /** The origin, such as `http://127.0.0.1:40123`. */
  origin: string
  requests: SeenRequest[]
  close: () => Promise<void>
}

export type Route = (request: SeenRequest, response: ServerResponse) => Promise<void> | void

/** Starts a real HTTP server on a free or given loopback port. `upgrade` gets its WebSockets. */
export async function startFakeServer(
  route: Route,
  port = 0,
  upgrade?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<FakeServer> {
  const sockets: Duplex[] = []
  const requests: SeenRequest[] = []
  const server = createServer((incoming, response) => {
    see(incoming, response)
      .then(async (seen) => {
        requests.push(seen)
        await route(seen, response)
      })
      .catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
  })
  if (upgrade) {
    server.on('upgrade', (request, socket) => {
      sockets.push(socket)
      upgrade(request, socket)
    })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    port: bound,
    origin: `http://127.0.0.1:${String(bound)}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function see(incoming: IncomingMessage, response: ServerResponse): Promise<SeenRequest> {
  const url = new URL(incoming.url ?? '/', 'http://fake')
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const seen: SeenRequest = {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: undefined,
    text: '',
    bytes: Buffer.alloc(0),
    remotePort: incoming.socket.remotePort,
    closedEarly: false,
    ended,
  }
  response.once('close', () => {
    seen.closedEarly = !response.writableFinished
    resolve()
  })
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  seen.bytes = Buffer.concat(pieces)
  seen.text = seen.bytes.toString('utf8')
  seen.body = parseOrKeep(seen.text)
  return seen
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Writes bytes, and waits until the client has taken them or has disconnected. */
export async function write(response: ServerResponse, bytes: string | Uint8Array): Promise<void> {
  if (response.destroyed || response.write(bytes)) return
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}

/** Waits for the promise, but no longer than the client does. */
export async function unlessGone(
  response: ServerResponse,
  promise: Promise<unknown>,
): Promise<void> {
  if (response.destroyed) return
  const gone = new Promise((resolve) => response.once('close', resolve))
  await Promise.race([promise, gone])
}
