import { randomUUID } from 'node:crypto'
import type { ToolGrant } from '../../shared/plugins/tools.ts'
import { parseJson } from '../../shared/json.ts'
import { insertRow, writeJson } from '../storage/columns.ts'
import type { Database, Row } from '../storage/connection.ts'
import { argumentPatternSchema, matchesPattern, type ArgumentPattern } from './argumentPattern.ts'
import type { ToolInput } from './tool.ts'

/** Identifies a tool for a permission: a tool with another hash or plugin needs its own. */
export interface GrantedTool {
  /** The name that models use. */
  name: string
  /** Extent of the permission, by default the tool's name. */
  scope: string
  /** Empty for Parley's own tools. */
  pluginId: string
  /** Empty for Parley's own tools. */
  hash: string
}

export interface NewGrant {
  tool: GrantedTool
  lasts: ToolGrant['lasts']
  title: string
  pluginTitle: string
  destination: string | null
  /** For `arguments` alone. */
  pattern?: ArgumentPattern
}

/** A permission that covers a call. */
export interface FoundGrant {
  lasts: ToolGrant['lasts']
  createdAt: number
}

/** Returns the newest permission that covers a call in this chat. */
export function findGrant(
  database: Database,
  conversationId: string,
  { name, scope, pluginId, hash }: GrantedTool,
  input: ToolInput,
): FoundGrant | undefined {
  const rows = database.all(
    `SELECT lasts, pattern, created_at FROM tool_grant
     WHERE tool = ? AND plugin_id = ? AND hash = ? AND scope = ?
       AND (conversation_id IS NULL OR conversation_id = ?)
     ORDER BY sequence DESC`,
    name,
    pluginId,
    hash,
    scope,
    conversationId,
  )
  const row = rows.find(({ pattern }) => pattern === null || covers(pattern, input))
  return row && { lasts: readLasts(row), createdAt: Number(row['created_at']) }
}

/** A pattern that can't be read covers nothing. */
function covers(pattern: unknown, input: ToolInput): boolean {
  const { data } = argumentPatternSchema.safeParse(parseJson(String(pattern)))
  return data !== undefined && matchesPattern(data, input)
}

/** Saves a permission. It ends with the chat, unless it lasts for ever. */
export function addGrant(
  database: Database,
  conversationId: string,
  grant: NewGrant,
  at: number,
): void {
  const { tool, lasts, title, pluginTitle, destination, pattern } = grant
  insertRow(database, 'tool_grant', {
    ...{ id: randomUUID(), lasts, title, destination, created_at: at },
    ...{ tool: tool.name, scope: tool.scope, hash: tool.hash },
    ...{ plugin_id: tool.pluginId, plugin_title: pluginTitle },
    conversation_id: lasts === 'always' ? null : conversationId,
    pattern: writeJson(pattern),
  })
}

/** Returns the permissions of all chats that are not removed, the newest first. */
export function listGrants(database: Database): ToolGrant[] {
  return database
    .all(
      `SELECT tool_grant.*, conversation.title AS chat FROM tool_grant
       LEFT JOIN conversation ON conversation.id = tool_grant.conversation_id
       WHERE conversation.removed_at IS NULL
       ORDER BY tool_grant.sequence DESC LIMIT 1000`,
    )
    .map(readGrant)
}

function readGrant(row: Row): ToolGrant {
  const { data } = argumentPatternSchema.safeParse(parseJson(String(row['pattern'])))
  return {
    id: String(row['id']),
    lasts: readLasts(row),
    tool: String(row['tool']),
    title: String(row['title']),
    pluginId: String(row['plugin_id']),
    pluginTitle: String(row['plugin_title']),
    destination: row['destination'] === null ? null : String(row['destination']),
    conversationId: row['conversation_id'] === null ? null : String(row['conversation_id']),
    chatTitle: String(row['chat'] ?? ''),
    fixed: (data?.fixed ?? []).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
    free: data?.free ?? [],
    createdAt: Number(row['created_at']),
  }
}

function readLasts(row: Row): ToolGrant['lasts'] {
  const lasts = row['lasts']
  return lasts === 'always' || lasts === 'arguments' ? lasts : 'chat'
}

/** Takes a permission back. The next call asks. */
export function revokeGrant(database: Database, id: string): void {
  database.run('DELETE FROM tool_grant WHERE id = ?', id)
}

/** Forgets everything that was allowed to a plugin, when it is removed. */
export function forgetPlugin(database: Database, pluginId: string): void {
  database.transaction(() => {
    database.run('DELETE FROM tool_grant WHERE plugin_id = ?', pluginId)
    database.run('DELETE FROM tool_approved WHERE plugin_id = ?', pluginId)
  })
}

/** Remembers a call as the last that the user allowed of its tool. */
export function rememberApproved(
  database: Database,
  conversationId: string,
  { name, pluginId }: Pick<GrantedTool, 'name' | 'pluginId'>,
  given: { arguments: string; at: number },
): void {
  database.run(
    `INSERT OR REPLACE INTO tool_approved (tool, plugin_id, conversation_id, arguments, approved_at)
     VALUES (?, ?, ?, ?, ?)`,
    name,
    pluginId,
    conversationId,
    given.arguments,
    given.at,
  )
}

/** Returns the arguments of the last call that the user allowed of a tool; null if there is none. */
export function lastApproved(database: Database, tool: string, pluginId: string): string | null {
  const row = database.get(
    `SELECT arguments FROM tool_approved
     JOIN conversation ON conversation.id = tool_approved.conversation_id
     WHERE tool = ? AND plugin_id = ? AND conversation.removed_at IS NULL`,
    tool,
    pluginId,
  )
  return row ? String(row['arguments']) : null
}
