import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AppError } from '../../shared/errors.ts'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Returns an answer's body without its compression. It is decompressed as it is read, so that a
 * reader who stops at a limit bounds the memory too. Ending it ends the connection. Errors:
 * connectionFailed for a compression that was not asked for.
 */
export function decodeBody(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return message
  // A list of compressions, one within the other, is not asked for either.
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (!create) {
    message.destroy()
    throw new AppError('connectionFailed', 'The answer has an unknown compression')
  }
  // The reader gets the error of either stream from the decoder.
  return pipeline(message, create(), () => undefined)
}
