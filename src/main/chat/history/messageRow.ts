import { z } from 'zod'
import { messageStatuses, type Message } from '../../../shared/chat/chat.ts'
import { errorSchema } from '../../../shared/errorSchema.ts'
import {
  citationSchema,
  partSchema,
  usageSchema,
  warningSchema,
  type Part,
} from '../../../shared/chat/parts.ts'
import { readJson, textOf } from '../../storage/columns.ts'
import type { Row } from '../../storage/connection.ts'
import { readModel, readTime } from './readColumns.ts'

/** A message without the fields that come from other rows. */
export type StoredMessage = Omit<Message, 'siblings' | 'columns'>

export const messageColumns = `message.id, message.conversation_id, message.parent_id, message.role,
  message.status, message.provider_id, message.model_id, message.created_at,
  message.first_token_milliseconds, message.duration_milliseconds, message.request_id,
  message.usage, message.error, message.citations,
  message.warnings, message.parts`

/** `context_tokens` of an answer before which a message was deleted after its service counted. */
export const outdatedCount = -1

const statusSchema = z.enum(messageStatuses)
const partsSchema = z.array(partSchema)
const citationsSchema = z.array(citationSchema)
export const warningsSchema = z.array(warningSchema)

/**
 * Reads a message row. An unreadable column, as after a repair, becomes empty instead of hiding the
 * rest.
 */
export function readMessageRow(row: Row): StoredMessage {
  return {
    id: String(row['id']),
    conversationId: String(row['conversation_id']),
    parentId: textOf(row['parent_id']),
    role: readRole(row),
    status: statusSchema.safeParse(row['status']).data ?? 'interrupted',
    parts: readParts(row),
    citations: readJson(row['citations'], citationsSchema) ?? [],
    warnings: readJson(row['warnings'], warningsSchema) ?? [],
    error: readJson(row['error'], errorSchema),
    model: readModel(row),
    usage: readJson(row['usage'], usageSchema),
    requestId: textOf(row['request_id']),
    createdAt: readTime(row['created_at']),
    firstTokenMilliseconds: numberOrNull(row['first_token_milliseconds']),
    durationMilliseconds: numberOrNull(row['duration_milliseconds']),
  }
}

export function readRole(row: Row): Message['role'] {
  return row['role'] === 'user' ? 'user' : 'assistant'
}

export function readParts(row: Row): Part[] {
  return readJson(row['parts'], partsSchema) ?? []
}

function numberOrNull(value: Row[string] | undefined): number | null {
  return typeof value === 'number' && value >= 0 ? value : null
}
