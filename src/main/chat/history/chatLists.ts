import type { Conversation } from '../../../shared/chat/chat.ts'
import type { ChatListPage, ChatSort } from '../../../shared/chat/chatList.ts'
import { titleSortKey } from '../../../shared/chat/titleSortKey.ts'
import type { Database, Row } from '../../storage/connection.ts'
import {
  conversationColumns,
  conversationMissing,
  hasConversationId,
  readConversation,
} from './conversations.ts'

/** A page of a list. `before` is the last id of the page before, which may be removed by now. */
export interface ListPage {
  before: string | null
  limit: number
}

/** The columns that a list is ordered by, and its direction. */
interface ListOrder {
  columns: readonly [string, string]
  descends: boolean
}

const orders: Record<ChatSort | 'pinned', ListOrder> = {
  used: { columns: ['used_at', 'sequence'], descends: true },
  created: { columns: ['created_at', 'sequence'], descends: true },
  title: { columns: ['title_key', 'sequence'], descends: false },
  pinned: { columns: ['pin_key', 'id'], descends: false },
}

/** Returns a page of the conversations outside the archive, or of a part of them. */
export function listConversations(
  database: Database,
  { sort = 'used', place = 'all', ...page }: ChatListPage,
): Conversation[] {
  const present = 'archived_at IS NULL'
  if (place === 'pinned') {
    return readPage(database, `${present} AND pin_key IS NOT NULL`, orders.pinned, page)
  }
  if (sort === 'title') fillTitleKeys(database)
  if (place === 'all') return readPage(database, present, orders[sort], page)
  const condition = `${present} AND pin_key IS NULL AND folder_id IS ?`
  const folderId = place === 'loose' ? null : place
  return readPage(database, condition, orders[sort], page, [folderId])
}

/** Returns a page of the archive, the last used first. */
export function listArchived(database: Database, page: ListPage): Conversation[] {
  return readPage(database, 'archived_at IS NOT NULL', orders.used, page)
}

function readPage(
  database: Database,
  condition: string,
  { columns, descends }: ListOrder,
  { before, limit }: ListPage,
  values: readonly (string | null)[] = [],
): Conversation[] {
  const [key, tie] = columns
  const direction = descends ? 'DESC' : 'ASC'
  const select = `SELECT ${conversationColumns} FROM conversation
    WHERE removed_at IS NULL AND ${condition}`
  const order = `ORDER BY ${key} ${direction}, ${tie} ${direction}`
  if (before === null) {
    return firstConversations(database.iterate(`${select} ${order}`, ...values), limit)
  }
  const last = database.get(`SELECT ${key}, ${tie} FROM conversation WHERE id = ?`, before)
  if (!last) throw conversationMissing(before)
  const rows = database.iterate(
    `${select} AND (${key}, ${tie}) ${descends ? '<' : '>'} (?, ?) ${order}`,
    ...values,
    last[key] ?? null,
    last[tie] ?? null,
  )
  return firstConversations(rows, limit)
}

/** A page that is not full would look like the end of the list. */
function firstConversations(rows: Iterable<Row>, limit: number): Conversation[] {
  const conversations: Conversation[] = []
  for (const row of rows) {
    if (hasConversationId(row)) conversations.push(readConversation(row))
    if (conversations.length === limit) break
  }
  return conversations
}

/** Gives chats of an earlier Parley the keys of their titles, once: 10,000 take about 0.1 s. */
function fillTitleKeys(database: Database): void {
  const rows = database.all('SELECT sequence, title FROM conversation WHERE title_key IS NULL')
  if (rows.length === 0) return
  database.transaction(() => {
    for (const { sequence = null, title } of rows) {
      const key = titleSortKey(String(title))
      database.run('UPDATE conversation SET title_key = ? WHERE sequence = ?', key, sequence)
    }
  }, 'deferred')
}
