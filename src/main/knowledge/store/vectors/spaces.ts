import { AppError } from '../../../../shared/errors.ts'
import type { ModelReference } from '../../../../shared/models.ts'
import type { Database, Row } from '../../../storage/connection.ts'
import type { MissingVector, Space } from '../knowledgeStore.ts'
import { embeddedText, passageHeadings } from '../embeddedText.ts'
import { readText } from '../sourceText.ts'
import { addCodes, improveCalibration, type VectorPassage } from './addCodes.ts'
import { fromHalves, toHalves } from './halves.ts'
import { getSpace, toSpace } from './spaceRow.ts'
import { unitVector } from './unitVector.ts'
import type { Steps } from '../runSteps.ts'

const passagesPerStep = 128
const rowsPerStep = 500
const maxDimensions = 16_384

/** Returns the space of a model, and creates it if it is missing. Errors: badInput. */
export function openSpace(database: Database, model: ModelReference, dimensions: number): Space {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > maxDimensions) {
    throw new AppError('badInput', `A space can't have ${String(dimensions)} dimensions`)
  }
  const key = [model.providerId, model.modelId, dimensions]
  database.run(
    `INSERT INTO space (provider_id, model_id, dimensions) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
    ...key,
  )
  const row = database.get(
    'SELECT * FROM space WHERE provider_id = ? AND model_id = ? AND dimensions = ?',
    ...key,
  )
  if (!row) throw new Error('The space was not written')
  return toSpace(row)
}

/** Gives a base a part in a space, with the vectors that its texts have there already. */
export function* joinSpace(database: Database, baseId: string, space: number): Steps {
  const sql = 'SELECT 1 FROM base_space WHERE base_id = ? AND space = ?'
  if (database.get(sql, baseId, space)) return
  // The codes and the part belong to one transaction: a step before would leave codes that the next
  // attempt adds again.
  database.run('INSERT INTO base_space (base_id, space, is_used) VALUES (?, ?, 0)', baseId, space)
  const rows = database.all(
    `SELECT passage.id, passage.source, passage.text_hash
     FROM indexed_source JOIN passage ON passage.source = indexed_source.number
     WHERE indexed_source.base_id = ? AND indexed_source.is_live = 1
       AND EXISTS (SELECT 1 FROM embedding
         WHERE embedding.space = ? AND embedding.text_hash = passage.text_hash)`,
    baseId,
    space,
  )
  addCodes(database, space, withVectors(database, space, rows.map(toHashed)))
  yield
}

/** Makes a space the one that searches of a base use; null for none. Errors: notFound. */
export function setUsedSpace(database: Database, baseId: string, space: number | null): void {
  database.run('UPDATE base_space SET is_used = 0 WHERE base_id = ?', baseId)
  if (space === null) return
  const sql = 'UPDATE base_space SET is_used = 1 WHERE base_id = ? AND space = ?'
  if (database.run(sql, baseId, space) === 0)
    throw new AppError('notFound', 'The base has no part in the space')
}

/** Ends a base's part in a space, and deletes a space in which no base has a part. */
export function* leaveSpace(database: Database, baseId: string, space: number): Steps {
  database.run('DELETE FROM base_space WHERE base_id = ? AND space = ?', baseId, space)
  database.run(
    `DELETE FROM source_space WHERE space = ?
     AND source IN (SELECT number FROM indexed_source WHERE base_id = ?)`,
    space,
    baseId,
  )
  yield* deleteUnusedSpaces(database)
}

/** Deletes the spaces in which no base has a part, step by step. */
export function* deleteUnusedSpaces(database: Database): Steps {
  const rows = database.all('SELECT id FROM space WHERE id NOT IN (SELECT space FROM base_space)')
  for (const id of rows.map((row) => Number(row['id']))) {
    database.run('DELETE FROM segment WHERE space = ?', id)
    database.run('DELETE FROM source_space WHERE space = ?', id)
    const sql = `DELETE FROM embedding WHERE id IN (SELECT id FROM embedding WHERE space = ? LIMIT ${rowsPerStep})`
    while (database.run(sql, id) > 0) yield
    database.run('DELETE FROM space WHERE id = ?', id)
    yield
  }
}

/** Adds vectors with the codes of all passages whose text they are of, in one transaction. */
export function putVectors(
  database: Database,
  spaceId: number,
  given: readonly { textHash: string; values: Float32Array }[],
): void {
  const { dimensions } = getSpace(database, spaceId)
  const vectors = given.map(({ textHash, values }) => ({
    textHash: Buffer.from(textHash, 'hex'),
    vector: unitVector(values, dimensions),
  }))
  database.transaction(() => {
    const added = vectors.filter(({ textHash, vector }) =>
      insertEmbedding(database, spaceId, textHash, vector),
    )
    database.run('UPDATE space SET vectors = vectors + ? WHERE id = ?', added.length, spaceId)
    addCodes(
      database,
      spaceId,
      added.flatMap(({ textHash, vector }) => passagesOf(database, spaceId, textHash, vector)),
    )
    improveCalibration(database, spaceId)
  })
}

/** Returns false if the text had a vector already. */
function insertEmbedding(
  database: Database,
  space: number,
  textHash: Uint8Array,
  vector: Float32Array,
): boolean {
  const sql =
    'INSERT INTO embedding (space, text_hash, vector) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
  return database.run(sql, space, textHash, toHalves(vector)) === 1
}

function passagesOf(
  database: Database,
  space: number,
  textHash: Uint8Array,
  vector: Float32Array,
): VectorPassage[] {
  return database
    .all(
      `SELECT passage.id, passage.source FROM passage
       JOIN indexed_source ON indexed_source.number = passage.source
       JOIN base_space ON base_space.base_id = indexed_source.base_id AND base_space.space = ?
       WHERE passage.text_hash = ? AND indexed_source.is_live = 1`,
      space,
      textHash,
    )
    .map((row) => ({ id: Number(row['id']), source: Number(row['source']), vector }))
}

export interface HashedPassage {
  id: number
  source: number
  textHash: Uint8Array
}

function toHashed(row: Row): HashedPassage {
  const hash = row['text_hash']
  return {
    id: Number(row['id']),
    source: Number(row['source']),
    textHash: hash instanceof Uint8Array ? hash : new Uint8Array(0),
  }
}

/** Gives new passages of a base their codes in its spaces, where their texts have vectors. */
export function* codeKnownTexts(
  database: Database,
  baseId: string,
  passages: readonly HashedPassage[],
): Steps {
  const spaces = database.all('SELECT space FROM base_space WHERE base_id = ?', baseId)
  for (const space of spaces.map((row) => Number(row['space']))) {
    for (let at = 0; at < passages.length; at += passagesPerStep) {
      const part = passages.slice(at, at + passagesPerStep)
      addCodes(database, space, withVectors(database, space, part))
      yield
    }
  }
}

function withVectors(
  database: Database,
  space: number,
  passages: readonly HashedPassage[],
): VectorPassage[] {
  return passages.flatMap(({ id, source, textHash }) => {
    const row = database.get(
      'SELECT vector FROM embedding WHERE space = ? AND text_hash = ?',
      space,
      textHash,
    )
    return row ? [{ id, source, vector: fromHalves(row['vector']) }] : []
  })
}

/** Returns texts of a base without a vector, in sources from this number on. */
export function missingVectors(
  database: Database,
  baseId: string,
  space: number,
  given: { from: number; limit: number },
): { missing: MissingVector[]; firstSource: number | undefined } {
  const missing = new Map<string, string>()
  let firstSource: number | undefined
  const rows = database.iterate(
    `SELECT passage.source, passage.start, passage."end", passage.headings, passage.context,
       passage.text_hash
     FROM indexed_source
     JOIN passage ON passage.source = indexed_source.number
     WHERE indexed_source.base_id = ? AND indexed_source.is_live = 1
       AND indexed_source.number >= ?
       AND NOT EXISTS (SELECT 1 FROM embedding
         WHERE embedding.space = ? AND embedding.text_hash = passage.text_hash)
     ORDER BY indexed_source.number, passage.start`,
    baseId,
    given.from,
    space,
  )
  for (const row of rows) {
    const source = Number(row['source'])
    firstSource ??= source
    const textHash = Buffer.from(toHashed(row).textHash).toString('hex')
    if (missing.has(textHash)) continue
    if (missing.size === given.limit) break
    const text = readText(database, source, Number(row['start']), Number(row['end']))
    const passage = { headings: passageHeadings(row['headings']), context: String(row['context']) }
    missing.set(textHash, embeddedText(passage, text))
  }
  return {
    missing: Array.from(missing, ([textHash, text]) => ({ textHash, text })),
    firstSource,
  }
}

/** Returns how many passages of each of these sources have a vector in the space. */
export function vectorCounts(
  database: Database,
  space: number,
  sourceIds: readonly string[],
): { sourceId: string; done: number; total: number }[] {
  return database
    .all(
      `SELECT source_id, passages, coalesce(done, 0) AS done FROM indexed_source
       LEFT JOIN source_space
         ON source_space.source = indexed_source.number AND source_space.space = ?
       WHERE is_live = 1 AND source_id IN (SELECT value FROM json_each(?))`,
      space,
      JSON.stringify(sourceIds),
    )
    .map((row) => ({
      sourceId: String(row['source_id']),
      done: Number(row['done']),
      total: Number(row['passages']),
    }))
}
