import type { Database } from '../../../storage/connection.ts'

/** Below this a segment is small, and is joined with others once there are many. */
const smallCount = 512
const maxSmallSegments = 16

/** The codes of some passages of a space. All three lists have a part for each passage. */
export interface Segment {
  passages: Uint32Array
  sources: Uint32Array
  codes: Uint8Array
}

export function insertSegment(database: Database, space: number, segment: Segment): void {
  database.run(
    'INSERT INTO segment (space, count, passages, sources, codes) VALUES (?, ?, ?, ?, ?)',
    space,
    segment.passages.length,
    bytesOf(segment.passages),
    bytesOf(segment.sources),
    segment.codes,
  )
  joinSmall(database, space)
}

export interface SegmentMark {
  id: number
  count: number
}

/** Returns a space's segments in order. The same mark means the same content. */
export function listSegments(database: Database, space: number): SegmentMark[] {
  return database
    .all('SELECT id, count FROM segment WHERE space = ? ORDER BY id', space)
    .map((row) => ({ id: Number(row['id']), count: Number(row['count']) }))
}

export function readSegment(database: Database, id: number): Segment {
  const row = database.get('SELECT passages, sources, codes FROM segment WHERE id = ?', id)
  return {
    passages: numbersOf(row?.['passages']),
    sources: numbersOf(row?.['sources']),
    codes: row?.['codes'] instanceof Uint8Array ? row['codes'] : new Uint8Array(0),
  }
}

/** Joins the small segments at the end into one, because each costs a query when memory is filled. */
function joinSmall(database: Database, space: number): void {
  const marks = listSegments(database, space)
  const firstSmall = marks.findLastIndex(({ count }) => count >= smallCount) + 1
  const small = marks.slice(firstSmall)
  if (small.length < maxSmallSegments) return
  const joined = joinSegments(small.map(({ id }) => readSegment(database, id)))
  for (const { id } of small) database.run('DELETE FROM segment WHERE id = ?', id)
  insertSegment(database, space, joined)
}

function joinSegments(segments: readonly Segment[]): Segment {
  return {
    passages: Uint32Array.from(segments.flatMap(({ passages }) => [...passages])),
    sources: Uint32Array.from(segments.flatMap(({ sources }) => [...sources])),
    codes: Buffer.concat(segments.map(({ codes }) => codes)),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function numbersOf(bytes: unknown): Uint32Array {
  if (!(bytes instanceof Uint8Array)) return new Uint32Array(0)
  // A copy begins at a multiple of four bytes, as such an array must.
  return new Uint32Array(bytes.slice().buffer)
}
