import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { countValues } from '../hasMoreValues.ts'

export interface LineLimits {
  /** The most bytes of one line. */
  lineBytes: number
  /** The most values of one line, counted by commas and brackets. Parsing takes time by these. */
  values: number
}

/** The time for which lines are read before everything else gets its turn. */
const sliceMilliseconds = 8
const newline = 10

/**
 * Calls `take` with each line of a stream, without its end. Reads no further while lines are taken,
 * so a stream that floods waits, and main does its other work in between. Returns at the stream's
 * end, or 'tooLong' as soon as a line exceeds its limits.
 */
export async function readLines(
  stream: Readable,
  limits: LineLimits,
  take: (line: string) => void,
): Promise<'ended' | 'tooLong'> {
  let pieces: Buffer[] = []
  let bytes = 0
  // Counted as the pieces come: a line of 16 MB at once would hold main.
  let values = 0
  let sliceEnd = performance.now() + sliceMilliseconds
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue
    let start = 0
    for (;;) {
      const end = chunk.indexOf(newline, start)
      const piece = chunk.subarray(start, end < 0 ? undefined : end)
      bytes += piece.byteLength
      values += countValues(piece)
      if (bytes > limits.lineBytes || values > limits.values) return 'tooLong'
      pieces.push(piece)
      if (end < 0) break
      const line = pieces.length === 1 ? piece : Buffer.concat(pieces, bytes)
      take(line.toString('utf8'))
      pieces = []
      bytes = 0
      values = 0
      start = end + 1
      if (performance.now() > sliceEnd) {
        await setImmediate()
        sliceEnd = performance.now() + sliceMilliseconds
      }
    }
  }
  return 'ended'
}
