import { modelReferenceSchema, type ModelReference } from '../../../shared/models.ts'
import type { Database } from '../../storage/connection.ts'

const maxModels = 20
/** Older messages are not looked at: main reads them all at once. */
const maxMessages = 10_000

/**
 * Returns the models whose newest answer, of the last 10,000 messages, is the refusal that they only
 * continue texts, the last first.
 */
export function refusedChats(database: Database): ModelReference[] {
  const rows = database.all(
    `SELECT provider_id, model_id,
       CASE WHEN json_valid(error) THEN error ->> '$.code' END AS code,
       max(sequence) AS newest
     FROM message WHERE role = 'assistant' AND model_id IS NOT NULL
       AND sequence > (SELECT max(sequence) FROM message) - ?
     GROUP BY provider_id, model_id HAVING code = 'onlyCompletes'
     ORDER BY newest DESC LIMIT ?`,
    ...[maxMessages, maxModels],
  )
  return rows.flatMap(
    ({ provider_id: providerId, model_id: modelId }) =>
      modelReferenceSchema.safeParse({ providerId, modelId }).data ?? [],
  )
}
