import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface LocalServer {
  port: number
  /** Such as `http://127.0.0.1:4711`. */
  origin: string
  requests: ReceivedRequest[]
}

/** Starts a server on loopback until the test is over. It keeps what it receives. */
export async function serveLocally(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<LocalServer> {
  const requests: ReceivedRequest[] = []
  const listener: RequestListener = (message, response) => {
    const pieces: Buffer[] = []
    message.on('data', (piece: Buffer) => pieces.push(piece))
    message.on('end', () => {
      const { method = '', url = '', headers } = message
      const received = { method, url, headers, body: Buffer.concat(pieces).toString() }
      requests.push(received)
      answer(received, response)
    })
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${String(port)}`, requests }
}
