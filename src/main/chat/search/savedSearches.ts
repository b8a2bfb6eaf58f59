import { z } from 'zod'
import { searchFiltersSchema, type SavedSearch } from '../../../shared/chat/searching.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxQueryLength, maxSavedSearches, maxSearchNameLength } from '../../../shared/limits.ts'
import { modelReferenceSchema, type ModelReference } from '../../../shared/models.ts'
import { readJson } from '../../storage/columns.ts'
import type { Database, Row } from '../../storage/connection.ts'

/** Returns the models that have written messages, by service and name. */
export function listSearchModels(database: Database): ModelReference[] {
  return database
    .all('SELECT provider_id, model_id FROM answering_model ORDER BY provider_id, model_id')
    .flatMap((row) => {
      const model = { providerId: row['provider_id'], modelId: row['model_id'] }
      return modelReferenceSchema.safeParse(model).data ?? []
    })
}

/** Returns the saved searches. Rows that can't be read stay in the file, and out of the list. */
export function listSavedSearches(database: Database): SavedSearch[] {
  return database
    .all(
      'SELECT id, name, query, filters FROM saved_search ORDER BY sequence LIMIT ?',
      maxSavedSearches,
    )
    .flatMap((row) => readSavedSearch(row) ?? [])
}

/** Saves a search, or replaces the one with its id. Errors: badInput if there are too many. */
export function saveSearch(
  database: Database,
  { id, name, query, filters }: SavedSearch,
): SavedSearch[] {
  return database.transaction(() => {
    const counted = database.get('SELECT count(*) AS count FROM saved_search WHERE id <> ?', id)
    if (Number(counted?.['count']) >= maxSavedSearches) {
      throw new AppError('badInput', 'There are too many saved searches')
    }
    database.run(
      `INSERT INTO saved_search (id, name, query, filters) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, query = excluded.query,
         filters = excluded.filters`,
      ...[id, name, query, JSON.stringify(filters)],
    )
    return listSavedSearches(database)
  })
}

/** Removes a saved search; a missing one counts as removed. */
export function removeSearch(database: Database, id: string): SavedSearch[] {
  database.run('DELETE FROM saved_search WHERE id = ?', id)
  return listSavedSearches(database)
}

const idSchema = z.uuid()

/** Another program's row is made to fit, as far as it has an id and filters. */
function readSavedSearch(row: Row): SavedSearch | undefined {
  const id = idSchema.safeParse(row['id']).data
  const filters = readJson(row['filters'], searchFiltersSchema)
  if (id === undefined || !filters) return undefined
  const query = String(row['query']).slice(0, maxQueryLength)
  const name = String(row['name']).trim().slice(0, maxSearchNameLength) || '?'
  return { id, name, query, filters }
}
