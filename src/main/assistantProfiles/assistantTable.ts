import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  assistantFieldsSchema,
  type Assistant,
  type AssistantFields,
} from '../../shared/assistantProfiles.ts'
import { AppError } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { maxAssistants, maxCardLength } from '../../shared/limits.ts'
import type { Log } from '../feature.ts'
import type { Database, Row } from '../storage/connection.ts'

/** The user's assistants. */
export interface AssistantTable {
  /** Returns all that can be read, the oldest first. */
  list: () => Assistant[]
  /** Returns undefined if there is none, or if it can't be read. */
  find: (id: string) => Assistant | undefined
  /** Errors: tooManyAssistants. */
  create: (fields: AssistantFields) => Assistant
  /** Creates one from a file, and keeps its character card. Errors: tooManyAssistants. */
  createImported: (fields: AssistantFields, card: string | null) => Assistant
  /** Creates a copy of a built-in assistant. Errors: tooManyAssistants. */
  createBuiltIn: (fields: AssistantFields, builtIn: string) => Assistant
  /** Returns the copy of a built-in assistant; undefined if there is none. */
  findBuiltIn: (builtIn: string) => Assistant | undefined
  /**
   * Returns a test whether an assistant has certain fields, or had them when it was imported. It
   * knows the assistants of this moment.
   */
  createKnownTest: () => (fields: AssistantFields) => boolean
  /** Returns the character card that an assistant was made from; null if there is none. */
  card: (id: string) => string | null
  /** Keeps the card. Errors: assistantMissing. */
  replace: (id: string, fields: AssistantFields) => Assistant
  /** Errors: assistantMissing. */
  remove: (id: string) => void
}

/** Kept beside the fields of an imported assistant. */
const originSchema = z.object({
  /** The fields of the file, as `hashFields` writes them: a second import recognizes them. */
  hash: z.string(),
  card: z.string().max(maxCardLength).nullable(),
  /** The id of the built-in assistant that it is a copy of. */
  builtIn: z.string().nullable().default(null),
})
const originOfRowSchema = z.object({ origin: originSchema })

export function createAssistantTable(database: Database, log: Log): AssistantTable {
  function read(row: Row): Assistant | undefined {
    const fields = assistantFieldsSchema.safeParse(parseJson(String(row['fields'])))
    if (!fields.success) log('An assistant could not be read', fields.error)
    return fields.success ? { ...fields.data, id: String(row['id']) } : undefined
  }

  function insert(fields: AssistantFields, value: object): Assistant {
    const id = randomUUID()
    const added = database.run(
      `INSERT INTO assistant_profile (id, fields)
       SELECT ?, ? WHERE (SELECT count(*) FROM assistant_profile) < ?`,
      ...[id, JSON.stringify(value), maxAssistants],
    )
    if (added === 0) throw new AppError('tooManyAssistants', 'There are too many assistants')
    return { ...fields, id }
  }

  return {
    list: () =>
      database
        .all('SELECT id, fields FROM assistant_profile ORDER BY sequence')
        .flatMap((row) => read(row) ?? []),
    find(id) {
      const row = database.get('SELECT id, fields FROM assistant_profile WHERE id = ?', id)
      return row && read(row)
    },
    create: (fields) => insert(fields, fields),
    createImported: (fields, card) =>
      insert(fields, { ...fields, origin: { hash: hashFields(fields), card } }),
    createBuiltIn: (fields, builtIn) =>
      insert(fields, { ...fields, origin: { hash: hashFields(fields), card: null, builtIn } }),
    findBuiltIn: (builtIn) =>
      database
        .all('SELECT id, fields FROM assistant_profile ORDER BY sequence')
        .filter((row) => readOrigin(row)?.builtIn === builtIn)
        .flatMap((row) => read(row) ?? [])
        .at(0),
    createKnownTest() {
      const hashes = new Set(
        database.all('SELECT id, fields FROM assistant_profile').flatMap(readHashes),
      )
      return (fields) => hashes.has(hashFields(fields))
    },
    card(id) {
      const row = database.get('SELECT fields FROM assistant_profile WHERE id = ?', id)
      return (row && readOrigin(row)?.card) ?? null
    },
    replace(id, fields) {
      const row = database.get('SELECT fields FROM assistant_profile WHERE id = ?', id)
      const origin = row && readOrigin(row)
      const changed = database.run(
        'UPDATE assistant_profile SET fields = ? WHERE id = ?',
        ...[JSON.stringify({ ...fields, ...(origin && { origin }) }), id],
      )
      if (changed === 0) throw assistantMissing(id)
      return { ...fields, id }
    },
    remove(id) {
      if (database.run('DELETE FROM assistant_profile WHERE id = ?', id) === 0) {
        throw assistantMissing(id)
      }
    },
  }
}

function readOrigin(row: Row): z.infer<typeof originSchema> | undefined {
  return originOfRowSchema.safeParse(parseJson(String(row['fields']))).data?.origin
}

/** Returns the hashes of an assistant as it is, and as it was imported. */
function readHashes(row: Row): string[] {
  const fields = assistantFieldsSchema.safeParse(parseJson(String(row['fields'])))
  const origin = readOrigin(row)
  return [...(fields.success ? [hashFields(fields.data)] : []), ...(origin ? [origin.hash] : [])]
}

/** Leaves out the model, which depends on the user's providers, not on the file. */
function hashFields({
  name,
  emoji,
  description,
  openingQuestions,
  setup,
}: AssistantFields): string {
  const { instructions, effort, temperature, topP, maxTokens, stopWords } = setup
  const parameters = [effort, temperature, topP, maxTokens, stopWords]
  const values = [name, emoji, description, openingQuestions, instructions, parameters]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

export function assistantMissing(id: string): AppError {
  return new AppError('assistantMissing', 'This assistant does not exist', { subject: id })
}
