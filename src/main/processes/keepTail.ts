import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const maxCharacters = 16_000
const maxLines = 60
/** Colours and the like. */
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[A-Za-z]`, 'g')

/** Reads a stream for ever and keeps only its last lines. Returns a function that tells them. */
export function keepTail(stream: Readable): () => string {
  const decoder = new StringDecoder('utf8')
  let kept = ''
  stream.on('data', (chunk: Buffer) => {
    // Decodes only the end of a large chunk.
    kept = (kept + decoder.write(chunk.subarray(-maxCharacters))).slice(-maxCharacters)
  })
  stream.on('error', () => undefined)
  return () => kept.replace(escapes, '').trimEnd().split('\n').slice(-maxLines).join('\n')
}
