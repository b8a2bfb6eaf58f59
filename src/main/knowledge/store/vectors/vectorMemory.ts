import { AppError } from '../../../../shared/errors.ts'
import type { Database } from '../../../storage/connection.ts'
import { codeLength, encodeQuery, encodeSigns, signsLength } from './codes.ts'
import { createKernel, createSignKernel, type KernelKind, type Scan } from './kernel.ts'
import { nearestRows } from './nearestRows.ts'
import { listSegments, readSegment, type SegmentMark } from './segments.ts'

const pageBytes = 65_536
const maxMemoryPages = 65_536
/** The kernel scores this many rows before they are looked at, so that the scores stay in the cache. */
const blockRows = 2048
/** Room for rows that come later, as a part of those that there are. */
const spareRoom = 1 / 8
const maxDimensions = 16_384
const querySignsAt = maxDimensions
const scoresAt = querySignsAt + maxDimensions / 8
const listAt = scoresAt + blockRows * 4
const codesAt = listAt + blockRows * 4
const rowsAtOnce = 4

/** The codes of a space in memory, with their signs behind them, for the scan. */
export interface VectorMemory {
  /** Reads the segments that are new or have changed. */
  refresh: () => void
  /**
   * Returns the passages with the best scores, in no order. `mean` is that of the space's
   * calibration, `allowed` is 1 at the number of each source that may be found.
   */
  scan: (query: Float32Array, mean: Float32Array, allowed: Uint8Array, limit: number) => number[]
}

/** Creates an empty memory for a space. Errors of its methods: tooHeavy beyond 4 GB of codes. */
export function createVectorMemory(
  database: Database,
  space: { id: number; dimensions: number },
  kind?: KernelKind,
): VectorMemory {
  const rowBytes = codeLength(space.dimensions)
  const signBytes = signsLength(space.dimensions)
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maxMemoryPages })
  const kernel = createKernel(memory, kind)
  const signKernel = createSignKernel(memory)
  let passages = new Uint32Array(0)
  let sources = new Uint32Array(0)
  /** The rows that there is room for. */
  let capacity = 0
  let count = 0
  let withSigns = 0
  let loaded: SegmentMark[] = []
  const signsAt = (): number => codesAt + capacity * rowBytes

  function reserve(rows: number): void {
    if (rows <= capacity && capacity > 0) return
    const wanted = Math.ceil((rows * (1 + spareRoom)) / rowsAtOnce) * rowsAtOnce
    growMemory(codesAt + wanted * (rowBytes + signBytes))
    capacity = wanted
    passages = grown(passages, capacity)
    sources = grown(sources, capacity)
    // The signs begin elsewhere now.
    withSigns = 0
    new Uint8Array(memory.buffer).fill(0, signsAt())
  }

  function growMemory(bytes: number): void {
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes)
    if (missing <= 0) return
    try {
      memory.grow(missing)
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

  function addSigns(): void {
    signKernel.signs(
      codesAt + withSigns * rowBytes,
      count - withSigns,
      rowBytes,
      signsAt() + withSigns * signBytes,
      signBytes,
    )
    withSigns = count
  }

  function score(scan: Scan, at: number, rows: number): Int32Array {
    const whole = Math.ceil(rows / rowsAtOnce) * rowsAtOnce
    scan(at, whole, rowBytes, 0, scoresAt)
    return new Int32Array(memory.buffer, scoresAt, rows)
  }

  function scoreListed(rows: readonly number[]): Int32Array {
    // The kernel also scores entries past the last row, up to a whole group. Their addresses are
    // valid.
    const list = new Uint32Array(memory.buffer, listAt, blockRows)
    for (const [index, row] of rows.entries()) list[index] = codesAt + row * rowBytes
    return score(kernel.scanListed, listAt, rows.length)
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
      withSigns = Math.min(withSigns, count)
      loaded = kept
      reserve(total(marks))
      for (const mark of marks.slice(kept.length)) {
        append(mark.id)
        loaded.push(mark)
      }
      addSigns()
    },
    scan(query, mean, allowed, limit) {
      encodeQuery(query, new Int8Array(memory.buffer, 0, rowBytes))
      encodeSigns(query, mean, new Uint8Array(memory.buffer, querySignsAt, signBytes))
      const rows = nearestRows(
        {
          count,
          blockRows,
          scoreBlock: (first, rowCount) => score(kernel.scan, codesAt + first * rowBytes, rowCount),
          scoreRows: scoreListed,
          distancesOfBlock(first, rowCount) {
            const signs = signsAt() + first * signBytes
            signKernel.distances(signs, rowCount, signBytes, querySignsAt, scoresAt)
            return new Int32Array(memory.buffer, scoresAt, rowCount)
          },
          isAllowed: (row) => allowed[sources[row] ?? 0] === 1,
        },
        limit,
      )
      return rows.map((row) => passages[row] ?? 0)
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
