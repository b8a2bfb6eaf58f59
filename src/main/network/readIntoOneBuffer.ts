import type { ClientRequest } from 'node:http'
import type { OnReadOpts, Socket } from 'node:net'

const bufferBytes = 64 * 1024

export interface OneBuffer {
  /** Goes into the options of the request. */
  onread: OnReadOpts
  attach: (request: ClientRequest) => void
}

/**
 * Makes the connection of a request read into one buffer. By default each read takes 64 KB of its
 * own, which wait for the garbage collection: a fast download is 30 MB ahead of it. The parser
 * copies what it passes on, so that the pieces of a body are not affected by the next read.
 */
export function readIntoOneBuffer(): OneBuffer {
  let socket: Socket | undefined
  return {
    onread: {
      buffer: Buffer.allocUnsafeSlow(bufferBytes),
      callback(length, buffer) {
        // The parser listens to this event, which a socket with a buffer does not emit.
        socket?.emit('data', buffer.subarray(0, length))
        return true
      },
    },
    attach(request) {
      request.once('socket', (given: Socket) => (socket = given))
    },
  }
}
