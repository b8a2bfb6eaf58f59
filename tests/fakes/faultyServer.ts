import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FaultyServer {
  origin: string
  /** Returns the number of requests. */
  requests: () => number
  /** Returns the number of body bytes sent. */
  sentBytes: () => number
  /** Settles when the latest answer is complete or its client has disconnected. */
  ended: () => Promise<void>
  close: () => Promise<void>
}

export type Misbehave = (server: {
  request: IncomingMessage
  response: ServerResponse
  /** The number of the attempt, from 1. */
  attempt: number
  /** Writes, and waits until the client takes more. Resolves to false if it has disconnected. */
  send: (bytes: string | Uint8Array) => Promise<boolean>
}) => unknown

/**
 * Starts a misbehaving server on a free loopback port. It has none of the paths in `missing`, and
 * does not count requests for them.
 */
export async function startFaultyServer(
  misbehave: Misbehave,
  missing: readonly string[] = [],
): Promise<FaultyServer> {
  let attempts = 0
  let sentBytes = 0
  let ended = Promise.resolve()
  const server = createServer((request, response) => {
    if (missing.includes(request.url ?? '')) {
      response.writeHead(404).end()
      return
    }
    attempts += 1
    const gone = Promise.withResolvers<void>()
    ended = gone.promise
    response.once('close', gone.resolve)
    response.on('error', () => undefined)
    request.resume()
    request.once('end', () => {
      void Promise.resolve(
        misbehave({
          request,
          response,
          attempt: attempts,
          async send(bytes) {
            if (response.destroyed) return false
            if (!response.write(bytes)) await drained(response)
            sentBytes += bytes.length
            return !response.destroyed
          },
        }),
      ).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    requests: () => attempts,
    sentBytes: () => sentBytes,
    ended: () => ended,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}
