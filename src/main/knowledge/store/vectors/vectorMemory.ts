import { AppError } from '../../../../shared/errors.ts'
import type { Database } from '../../../storage/connection.ts'
import { codeLength, encodeQuery } from './codes.ts'
import { createKernel, type KernelKind } from './kernel.ts'
import { listSegments, readSegment, type SegmentMark } from './segments.ts'
import { createTopScores } from './topScores.ts'

const pageBytes = 65_536
const memoryPagesMaximum = 65_536
/** The kernel scores this many rows before they are looked at, so that the scores stay in the cache. */
const blockRows = 2048
/** Room for rows that come later, as a part of those that there are. */
const spareRoom = 1 / 8
const dimensionsMaximum = 16_384
const scoresAt = dimensionsMaximum
const codesAt = scoresAt + blockRows * 4
const rowsAtOnce = 4

/** The codes of a space in memory, for the scan. */
export interface VectorMemory {
  /** Reads the segments that are new or have changed. */
  refresh: () => void
  /**
   * Returns the passages with the best scores, in no order. `allowed` is 1 at the number of each
   * source that may be found.
   */
  scan: (query: Float32Array, allowed: Uint8Array, limit: number) => number[]
}

/** Creates an empty memory for a space. Errors of its methods: tooHeavy beyond 4 GB of codes. */
export function createVectorMemory(
  database: Database,
  space: { id: number; dimensions: number },
  kind?: KernelKind,
): VectorMemory {
  const rowBytes = codeLength(space.dimensions)
  const memory = new WebAssembly.Memory({ initial: 1, maximum: memoryPagesMaximum })
  const kernel = createKernel(memory, kind)
  let passages = new Uint32Array(0)
  let sources = new Uint32Array(0)
  let count = 0
  let loaded: SegmentMark[] = []

  function reserve(rows: number): void {
    const bytes = codesAt + Math.ceil(rows / rowsAtOnce) * rowsAtOnce * rowBytes
    if (bytes > memory.buffer.byteLength) growMemory(bytes)
    if (rows <= passages.length) return
    const capacity = Math.ceil(rows * (1 + spareRoom))
    passages = grown(passages, capacity)
    sources = grown(sources, capacity)
  }

  function growMemory(bytes: number): void {
    const needed = Math.ceil(bytes / pageBytes)
    const wanted = Math.min(memoryPagesMaximum, Math.ceil(needed * (1 + spareRoom)))
    const now = memory.buffer.byteLength / pageBytes
    try {
      memory.grow(Math.max(needed, wanted) - now)
    } catch (cause) {
      throw new AppError('tooHeavy', 'The vectors do not fit into memory', {}, cause)
    }
  }

  function append(id: number): void {
    const segment = readSegment(database, id)
    passages.set(segment.passages, count)
    sources.set(segment.sources, count)
    new Uint8Array(memory.buffer).set(segment.codes, codesAt + count * rowBytes)
    count += segment.passages.length
  }

  function score(first: number, rows: number): Int32Array {
    const whole = Math.ceil(rows / rowsAtOnce) * rowsAtOnce
    kernel(codesAt + first * rowBytes, whole, rowBytes, 0, scoresAt)
    return new Int32Array(memory.buffer, scoresAt, rows)
  }

  return {
    refresh() {
      const marks = listSegments(database, space.id)
      const same = marks.findIndex(({ id, count: rows }, index) => {
        const before = loaded[index]
        return before?.id !== id || before.count !== rows
      })
      const kept = marks.slice(0, same === -1 ? Math.min(marks.length, loaded.length) : same)
      count = total(kept)
      loaded = kept
      reserve(total(marks))
      for (const mark of marks.slice(kept.length)) {
        append(mark.id)
        loaded.push(mark)
      }
    },
    scan(query, allowed, limit) {
      encodeQuery(query, new Int8Array(memory.buffer, 0, rowBytes))
      const best = createTopScores(limit)
      for (let first = 0; first < count; first += blockRows) {
        const scores = score(first, Math.min(blockRows, count - first))
        for (let row = 0; row < scores.length; row += 1) {
          const found = scores[row] ?? 0
          if (found > best.floor && allowed[sources[first + row] ?? 0] === 1) {
            best.add(first + row, found)
          }
        }
      }
      return best.slots().map((slot) => passages[slot] ?? 0)
    },
  }
}

function total(marks: readonly SegmentMark[]): number {
  return marks.reduce((sum, { count }) => sum + count, 0)
}

function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(numbers)
  return larger
}
