import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { maxPromptBeginning, maxPrompts, maxPromptVersions } from '../../shared/limits.ts'
import {
  promptFieldsSchema,
  type PromptFields,
  type PromptSummary,
  type PromptVersion,
} from '../../shared/prompts.ts'
import type { Log } from '../feature.ts'
import type { Database, Row } from '../storage/connection.ts'

/** The prompts in the history. Removed ones count as missing, but for `restore`. */
export interface PromptTable {
  /** Returns the prompts, the oldest first. */
  list: () => PromptSummary[]
  /** Returns the present fields of all prompts, the oldest first. */
  all: () => PromptFields[]
  /** Errors: promptMissing. */
  read: (id: string) => PromptFields
  /** Errors: tooManyPrompts. */
  create: (fields: PromptFields) => PromptSummary
  /** Keeps the earlier fields as a version, unless nothing has changed. Errors: promptMissing. */
  replace: (id: string, fields: PromptFields) => PromptSummary
  /** Errors: promptMissing. */
  remove: (id: string) => void
  /** Errors: promptMissing, tooManyPrompts. */
  restore: (id: string) => PromptSummary
  /** Returns the stored versions, the newest first. Errors: promptMissing. */
  versions: (id: string) => PromptVersion[]
  /** Errors: promptMissing. */
  version: (id: string, number: number) => PromptFields
}

/** A text of a prompt, as it is stored. */
interface StoredText {
  id: string
  number: number
  savedAt: number
  versionCount: number
  fields: PromptFields
}

/** Selects the present text of each prompt. */
const present = `
SELECT prompt.id, version.number, version.fields, version.saved_at,
  (SELECT count(*) FROM prompt_version WHERE prompt_id = prompt.id) AS versions
FROM prompt JOIN prompt_version AS version ON version.prompt_id = prompt.id
  AND version.number = (SELECT max(number) FROM prompt_version WHERE prompt_id = prompt.id)
WHERE removed_at IS NULL`

/** Erases the prompts that were removed before this start. */
export function eraseRemoved(database: Database): void {
  database.run('DELETE FROM prompt WHERE removed_at IS NOT NULL')
}

export function createPromptTable(database: Database, log: Log, now = Date.now): PromptTable {
  function readRow(row: Row): StoredText | undefined {
    const fields = promptFieldsSchema.safeParse(parseJson(String(row['fields'])))
    const id = String(row['id'])
    if (!fields.success) {
      log('a prompt can’t be read', { id, number: row['number'] })
      return undefined
    }
    return {
      id,
      number: Number(row['number']),
      savedAt: Number(row['saved_at']),
      versionCount: Number(row['versions'] ?? 0),
      fields: fields.data,
    }
  }

  function* eachPresent(): Generator<StoredText> {
    for (const row of database.iterate(`${present} ORDER BY sequence`)) {
      const text = readRow(row)
      if (text) yield text
    }
  }

  function findText(id: string): StoredText {
    const row = database.get(`${present} AND prompt.id = ?`, id)
    const text = row && readRow(row)
    if (text) return text
    throw promptMissing(id)
  }

  function assertRoom(): void {
    const row = database.get('SELECT count(*) AS count FROM prompt WHERE removed_at IS NULL')
    if (Number(row?.['count']) < maxPrompts) return
    throw new AppError('tooManyPrompts', 'There are too many prompts')
  }

  function addVersion(id: string, number: number, fields: PromptFields): void {
    database.run(
      'INSERT INTO prompt_version (prompt_id, number, fields, saved_at) VALUES (?, ?, ?, ?)',
      ...[id, number, JSON.stringify(fields), now()],
    )
    database.run(
      'DELETE FROM prompt_version WHERE prompt_id = ? AND number <= ?',
      ...[id, number - maxPromptVersions],
    )
  }

  function rowsOf(id: string): Row[] {
    findText(id)
    return database.all(
      `SELECT prompt_id AS id, number, fields, saved_at FROM prompt_version
       WHERE prompt_id = ? ORDER BY number DESC`,
      id,
    )
  }

  return {
    list: () => Array.from(eachPresent(), summarise),
    all: () => Array.from(eachPresent(), ({ fields }) => fields),
    read: (id) => findText(id).fields,
    create(fields) {
      return database.transaction(() => {
        assertRoom()
        const id = randomUUID()
        database.run('INSERT INTO prompt (id) VALUES (?)', id)
        addVersion(id, 1, fields)
        return summarise(findText(id))
      })
    },
    replace(id, fields) {
      return database.transaction(() => {
        const earlier = findText(id)
        const isSame = JSON.stringify(earlier.fields) === JSON.stringify(orderFields(fields))
        if (!isSame) addVersion(id, earlier.number + 1, orderFields(fields))
        return summarise(findText(id))
      })
    },
    remove(id) {
      const sql = 'UPDATE prompt SET removed_at = ? WHERE id = ? AND removed_at IS NULL'
      if (database.run(sql, now(), id) === 0) throw promptMissing(id)
    },
    restore(id) {
      return database.transaction(() => {
        assertRoom()
        database.run('UPDATE prompt SET removed_at = NULL WHERE id = ?', id)
        return summarise(findText(id))
      })
    },
    versions: (id) =>
      rowsOf(id).flatMap((row) => {
        const text = readRow(row)
        if (!text) return []
        const { number, savedAt, fields } = text
        return { number, savedAt, name: fields.name, beginning: beginningOf(fields) }
      }),
    version(id, number) {
      const row = rowsOf(id).find((one) => one['number'] === number)
      const text = row && readRow(row)
      if (!text) throw promptMissing(id)
      return text.fields
    },
  }
}

function summarise({ id, fields, savedAt, versionCount }: StoredText): PromptSummary {
  const { name, command } = fields
  return { id, name, command, beginning: beginningOf(fields), savedAt, versionCount }
}

function beginningOf({ text }: PromptFields): string {
  return text.slice(0, maxPromptBeginning).toWellFormed()
}

/** Returns the fields in the order in which they are stored, for a comparison as JSON. */
function orderFields({ name, command, text }: PromptFields): PromptFields {
  return { name, command, text }
}

export function promptMissing(id: string): AppError {
  return new AppError('promptMissing', 'This prompt does not exist', { subject: id })
}
