import type { Database } from '../../../storage/connection.ts'
import { calibrate, codeLength, encode, middleCode, type Calibration } from './codes.ts'
import { fromHalves } from './halves.ts'
import { insertSegment } from './segments.ts'
import { getSpace, setCalibration } from './spaceRow.ts'

const passagesPerSegment = 512
const maxSampleSize = 4096
/** The vectors are sampled anew once there are so many times as many. */
const sampleGrowth = 8

/** A passage with its vector in a space. */
export interface VectorPassage {
  id: number
  source: number
  vector: Float32Array
}

/**
 * Adds the codes of passages to a space, and counts them for their sources. Calibrates the space
 * first if it has no calibration.
 */
export function addCodes(database: Database, space: number, added: readonly VectorPassage[]): void {
  if (added.length === 0) return
  const { calibration, dimensions } = getSpace(database, space)
  const used = calibration ?? recalibrate(database, space)
  for (let at = 0; at < added.length; at += passagesPerSegment) {
    writeSegment(
      database,
      { space, dimensions, calibration: used },
      added.slice(at, at + passagesPerSegment),
    )
  }
  const counts = new Map<number, number>()
  for (const { source } of added) counts.set(source, (counts.get(source) ?? 0) + 1)
  for (const [source, count] of counts) {
    database.run(
      `INSERT INTO source_space (source, space, done) VALUES (?, ?, ?)
       ON CONFLICT (source, space) DO UPDATE SET done = done + excluded.done`,
      source,
      space,
      count,
    )
  }
}

/** Calibrates a space whose first vectors say too little of it, and codes all passages anew. */
export function improveCalibration(database: Database, id: number): void {
  const { sampled, vectors } = getSpace(database, id)
  if (sampled >= maxSampleSize || vectors < sampled * sampleGrowth) return
  recalibrate(database, id)
  recode(database, id)
}

function recalibrate(database: Database, id: number): Calibration {
  const { dimensions } = getSpace(database, id)
  const sample = database
    .all('SELECT vector FROM embedding WHERE space = ? LIMIT ?', id, maxSampleSize)
    .map((row) => fromHalves(row['vector']))
  const calibration = calibrate(sample, dimensions)
  setCalibration(database, id, calibration, sample.length)
  return calibration
}

/** Replaces a space's segments by new ones of the passages that have a vector and are live. */
export function recode(database: Database, id: number): void {
  const { dimensions, calibration } = getSpace(database, id)
  database.run('DELETE FROM segment WHERE space = ?', id)
  if (!calibration) return
  let part: VectorPassage[] = []
  const write = (): void => {
    if (part.length > 0) writeSegment(database, { space: id, dimensions, calibration }, part)
    part = []
  }
  const rows = database.iterate(
    `SELECT passage.id, passage.source, embedding.vector
     FROM base_space
     JOIN indexed_source ON indexed_source.base_id = base_space.base_id
       AND indexed_source.is_live = 1
     JOIN passage ON passage.source = indexed_source.number
     JOIN embedding ON embedding.space = base_space.space
       AND embedding.text_hash = passage.text_hash
     WHERE base_space.space = ?`,
    id,
  )
  for (const row of rows) {
    const vector = fromHalves(row['vector'])
    part.push({ id: Number(row['id']), source: Number(row['source']), vector })
    if (part.length === passagesPerSegment) write()
  }
  write()
}

function writeSegment(
  database: Database,
  space: { space: number; dimensions: number; calibration: Calibration },
  added: readonly VectorPassage[],
): void {
  const rowBytes = codeLength(space.dimensions)
  const codes = new Uint8Array(added.length * rowBytes).fill(middleCode)
  for (const [index, { vector }] of added.entries()) {
    encode(vector, space.calibration, codes, index * rowBytes)
  }
  insertSegment(database, space.space, {
    passages: Uint32Array.from(added, ({ id }) => id),
    sources: Uint32Array.from(added, ({ source }) => source),
    codes,
  })
}
