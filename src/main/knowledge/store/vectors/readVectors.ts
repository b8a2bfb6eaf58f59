import type { Database } from '../../../storage/connection.ts'

/** A vector as it is stored: of length 1, as 16-bit floats. */
export interface StoredVector {
  /** The SHA-256 hash of its text. */
  textHash: string
  halves: Uint8Array
}

/**
 * Returns vectors of a base's texts in a space, in order of their hashes. `after` is the last hash
 * of the page before; empty for the first.
 */
export function readVectors(
  database: Database,
  baseId: string,
  space: number,
  after: string,
  limit: number,
): StoredVector[] {
  return database
    .all(
      `SELECT text_hash, vector FROM embedding
       WHERE space = ? AND text_hash > ? AND EXISTS (
         SELECT 1 FROM passage JOIN indexed_source ON indexed_source.number = passage.source
         WHERE passage.text_hash = embedding.text_hash
           AND indexed_source.base_id = ? AND indexed_source.is_live = 1)
       ORDER BY text_hash LIMIT ?`,
      space,
      Buffer.from(after, 'hex'),
      baseId,
      limit,
    )
    .map((row) => ({
      textHash: bytesOf(row['text_hash']).toString('hex'),
      halves: bytesOf(row['vector']),
    }))
}

function bytesOf(value: unknown): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0)
}
