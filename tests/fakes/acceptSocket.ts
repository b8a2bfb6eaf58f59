import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Accepts a WebSocket. Returns what sends a message to it: texts, and bytes as they are. */
export function acceptSocket(
  { headers }: IncomingMessage,
  socket: Duplex,
): (message: string | Uint8Array) => void {
  socket.on('error', () => undefined)
  const key = `${String(headers['sec-websocket-key'])}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  return (message) => {
    const body = Buffer.from(message)
    const operation = typeof message === 'string' ? 0x81 : 0x82
    socket.write(Buffer.concat([Buffer.from([operation]), lengthOf(body), body]))
  }
}

/** https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
function lengthOf(body: Buffer): Buffer {
  if (body.length < 126) return Buffer.from([body.length])
  const long = Buffer.alloc(body.length < 65_536 ? 3 : 9)
  if (long.length === 3) {
    long[0] = 126
    long.writeUInt16BE(body.length, 1)
  } else {
    long[0] = 127
    long.writeBigUInt64BE(BigInt(body.length), 1)
  }
  return long
}
