import type { SourceBytes } from '../sourceBytes.ts'

const signature = Buffer.from('PK\u0005\u0006')
/** A zip archive's last record, before its comment. */
const recordBytes = 22
const commentLengthAt = 20
const maxCommentBytes = 0xffff

/**
 * Returns an archive's bytes up to the end of its last record, without a comment. Programs read
 * archives whose comment was cut off, or that something was added to; yauzl refuses them.
 */
export function withWholeEnd(source: SourceBytes): SourceBytes {
  const tail = Buffer.alloc(Math.min(source.length, recordBytes + maxCommentBytes))
  const start = source.length - tail.length
  source.read(start, tail)
  const at = tail.lastIndexOf(signature)
  if (at === -1 || at + recordBytes > tail.length) return source
  const end = start + at + recordBytes
  if (end === source.length && tail.readUInt16LE(at + commentLengthAt) === 0) return source
  return {
    ...source,
    length: end,
    read(position, into) {
      const length = source.read(position, into.subarray(0, Math.max(0, end - position)))
      for (let zero = end - recordBytes + commentLengthAt; zero < end; zero++) {
        if (zero >= position && zero < position + length) into[zero - position] = 0
      }
      return length
    },
  }
}
