import type { Database } from '../../storage/connection.ts'
import { inSlices } from '../inSlices.ts'
import { setPartState, moveRowsSlice, readParts } from './partTable.ts'

/** Lets the lost batches of a table be looked for again, with the rows that still belong to them. */
export async function lookAgain(database: Database, batchId: string): Promise<void> {
  for (const part of readParts(database, batchId, ['lost'])) {
    await inSlices(() => moveRowsSlice(database, part, { from: 'unknown', to: 'sent' }))
    setPartState(database, part.id, part.remoteId === null ? 'sending' : 'following')
  }
}
