import { randomUUID } from 'node:crypto'
import {
  assistantFieldsSchema,
  type Assistant,
  type AssistantFields,
} from '../../shared/assistantProfiles.ts'
import { AppError } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { maxAssistants } from '../../shared/limits.ts'
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
  /** Errors: assistantMissing. */
  replace: (id: string, fields: AssistantFields) => Assistant
  /** Errors: assistantMissing. */
  remove: (id: string) => void
}

export function createAssistantTable(database: Database, log: Log): AssistantTable {
  function read(row: Row): Assistant | undefined {
    const fields = assistantFieldsSchema.safeParse(parseJson(String(row['fields'])))
    if (!fields.success) log('An assistant could not be read', fields.error)
    return fields.success ? { ...fields.data, id: String(row['id']) } : undefined
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
    create(fields) {
      const id = randomUUID()
      const added = database.run(
        `INSERT INTO assistant_profile (id, fields)
         SELECT ?, ? WHERE (SELECT count(*) FROM assistant_profile) < ?`,
        ...[id, JSON.stringify(fields), maxAssistants],
      )
      if (added === 0) throw new AppError('tooManyAssistants', 'There are too many assistants')
      return { ...fields, id }
    },
    replace(id, fields) {
      const changed = database.run(
        'UPDATE assistant_profile SET fields = ? WHERE id = ?',
        ...[JSON.stringify(fields), id],
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

export function assistantMissing(id: string): AppError {
  return new AppError('assistantMissing', 'This assistant does not exist', { subject: id })
}
