import type { SQLInputValue } from 'node:sqlite'
import type { MediaCursor, MediaOutput, OutputFilter } from '../../../shared/media/media.ts'
import { foldedText } from '../../../shared/knowledge/textSearch.ts'
import type { Database } from '../../storage/connection.ts'
import { outputColumns, outputTables, readableOutput } from './outputRow.ts'

export interface OutputPage {
  outputs: MediaOutput[]
  /** Null behind the last. */
  next: MediaCursor | null
}

export interface OutputQuery {
  filter: OutputFilter
  before: MediaCursor | null
  limit: number
}

/** Returns a page of outputs, the newest first. */
export function pageOutputs(
  database: Database,
  { filter, before, limit }: OutputQuery,
): OutputPage {
  const { where, values } = conditionsOf(filter, before)
  const rows = database.iterate(
    `SELECT ${outputColumns} FROM ${outputTables} WHERE ${where.join(' AND ')}
       ORDER BY o.created_at DESC, o.id DESC`,
    ...values,
  )
  const outputs: MediaOutput[] = []
  for (const row of rows) {
    const last = outputs.at(-1)
    if (last && outputs.length === limit) {
      return { outputs, next: { createdAt: last.createdAt, id: last.id } }
    }
    outputs.push(...readableOutput(row))
  }
  return { outputs, next: null }
}

function conditionsOf(filter: OutputFilter, before: MediaCursor | null) {
  const where: string[] = []
  const values: SQLInputValue[] = []
  const add = (condition: string, ...given: SQLInputValue[]): void => {
    where.push(condition)
    values.push(...given)
  }
  add(filter.deleted ? 'o.deleted_at IS NOT NULL' : 'o.deleted_at IS NULL')
  if (before) add('(o.created_at, o.id) < (?, ?)', before.createdAt, before.id)
  if (filter.kind) add('o.kind = ?', filter.kind)
  if (filter.favourites) add('o.favourite = 1')
  if (filter.fromChats) add('j.conversation_id IS NOT NULL')
  if (filter.jobId) add('o.job_id = ?', filter.jobId)
  if (filter.conversationId) add('j.conversation_id = ?', filter.conversationId)
  if (filter.model) add('j.provider_id = ? AND j.model_id = ?', ...modelOf(filter.model))
  const words = foldedText(filter.text).split(/\s+/).filter(Boolean)
  for (const word of words) add('instr(j.folded, ?) > 0', word)
  return { where, values }
}

function modelOf({ providerId, modelId }: { providerId: string; modelId: string }) {
  return [providerId, modelId]
}
