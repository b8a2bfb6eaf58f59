import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  answerSetupSchema,
  type AnswerSetup,
  type Assistant,
  type ChatSetup,
} from '../../shared/assistantProfiles.ts'
import { plainSetup } from '../../shared/answerSetup.ts'
import { AppError } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import type { Log } from '../feature.ts'
import type { Database } from '../storage/connection.ts'
import { assistantMissing, type AssistantTable } from './assistantTable.ts'

const ownSchema = answerSetupSchema.partial()
type OwnValues = z.infer<typeof ownSchema>

const rowSchema = z.object({
  assistant_id: z.string().nullable(),
  own: z.string().transform(parseJson).pipe(ownSchema),
})

/**
 * The instructions and parameters of chats. An id of null stands for the next new chat. Changes
 * throw conversationMissing for a chat that is gone.
 */
export interface ChatSetups {
  /** Leaves out what can't be read. Storing the values again mends the chat. */
  read: (conversationId: string | null) => ChatSetup
  /** Errors: assistantMissing. */
  setAssistant: (conversationId: string | null, assistantId: string | null) => void
  /** Makes the values that differ from the assistant's the chat's own; null makes none. */
  setValues: (conversationId: string | null, setup: AnswerSetup | null) => void
  /** Gives a new chat what was chosen for it before it had an id. */
  beginChat: (conversationId: string) => void
  /** Gives a new chat what another has. */
  copyChat: (fromId: string, toId: string) => void
  /**
   * Makes an assistant's values the own ones of each chat that uses it. A chat whose own values
   * can't be read stays so.
   */
  keepValuesOf: (assistant: Assistant) => void
}

export function createChatSetups(
  database: Database,
  assistants: Pick<AssistantTable, 'find'>,
  log: Log,
): ChatSetups {
  function readRow(conversationId: string | null): {
    assistant: Assistant | undefined
    own: OwnValues
    isReadable: boolean
  } {
    const row = database.get(
      'SELECT assistant_id, own FROM chat_setup WHERE conversation_id IS ?',
      conversationId,
    )
    if (!row) return { assistant: undefined, own: {}, isReadable: true }
    const read = rowSchema.safeParse(row)
    if (!read.success) log('The instructions of a chat could not be read', read.error)
    const { assistant_id: assistantId = null, own = {} } = read.data ?? {}
    const assistant = assistantId === null ? undefined : assistants.find(assistantId)
    // Deleting an assistant leaves no chat with its id, but a repair of the history may.
    const isReadable = read.success && (assistantId === null || assistant !== undefined)
    return { assistant, own, isReadable }
  }

  function write(
    conversationId: string | null,
    assistant: Assistant | undefined,
    own: OwnValues,
  ): void {
    // A power failure may lose the last letters: waiting for the disk at each would slow typing.
    database.transaction(() => {
      if (conversationId !== null) assertExists(database, conversationId)
      database.run('DELETE FROM chat_setup WHERE conversation_id IS ?', conversationId)
      if (!assistant && Object.keys(own).length === 0) return
      database.run(
        'INSERT INTO chat_setup (conversation_id, assistant_id, own) VALUES (?, ?, ?)',
        ...[conversationId, assistant?.id ?? null, JSON.stringify(own)],
      )
    }, 'relaxed')
  }

  return {
    read(conversationId) {
      const { assistant, own, isReadable } = readRow(conversationId)
      return {
        assistantId: assistant?.id ?? null,
        setup: join(valuesOf(assistant), own),
        hasOwn: Object.keys(own).length > 0,
        isReadable,
      }
    },
    setAssistant(conversationId, assistantId) {
      const assistant = assistantId === null ? undefined : assistants.find(assistantId)
      if (assistantId !== null && !assistant) throw assistantMissing(assistantId)
      write(conversationId, assistant, readRow(conversationId).own)
    },
    setValues(conversationId, setup) {
      const { assistant } = readRow(conversationId)
      write(conversationId, assistant, setup ? differences(setup, assistant) : {})
    },
    beginChat(conversationId) {
      database.run(
        'UPDATE chat_setup SET conversation_id = ? WHERE conversation_id IS NULL',
        conversationId,
      )
    },
    copyChat(fromId, toId) {
      database.run(
        `INSERT INTO chat_setup (conversation_id, assistant_id, own)
         SELECT ?, assistant_id, own FROM chat_setup WHERE conversation_id = ?`,
        ...[toId, fromId],
      )
    },
    keepValuesOf(assistant) {
      const rows = database.all(
        'SELECT rowid AS number, own FROM chat_setup WHERE assistant_id = ?',
        assistant.id,
      )
      for (const { number = null, own = null } of rows) {
        const values = ownSchema.safeParse(parseJson(String(own))).data
        if (!values) continue
        const kept = differences(join(assistant.setup, values), undefined)
        database.run(
          'UPDATE chat_setup SET assistant_id = NULL, own = ? WHERE rowid = ?',
          ...[JSON.stringify(kept), number],
        )
      }
    },
  }
}

function valuesOf(assistant: Assistant | undefined): AnswerSetup {
  return assistant?.setup ?? plainSetup
}

function join(values: AnswerSetup, own: OwnValues): AnswerSetup {
  return answerSetupSchema.parse({ ...values, ...own })
}

/** Returns the values that differ from those of the assistant. */
function differences(setup: AnswerSetup, assistant: Assistant | undefined): OwnValues {
  const theirs: Record<string, unknown> = valuesOf(assistant)
  const changed = Object.entries(setup).filter(
    ([name, value]) => !isDeepStrictEqual(value, theirs[name]),
  )
  return ownSchema.parse(Object.fromEntries(changed))
}

/** Accepts a removed chat too: it can be restored, with what was typed last. */
function assertExists(database: Database, conversationId: string): void {
  const row = database.get('SELECT 1 FROM conversation WHERE id = ?', conversationId)
  if (row) return
  throw new AppError('conversationMissing', 'This conversation does not exist', {
    subject: conversationId,
  })
}
