import type { BranchMap, BranchVersion } from '../../../shared/chat/tree.ts'
import { textOf } from '../../storage/columns.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { getConversation, leafOf } from './conversations.ts'
import { readModel, readTime } from './readColumns.ts'
import { titleFromText } from './firstWords.ts'
import { nameableText } from './messageParts.ts'
import { readParts, readRole } from './messageRow.ts'

/** Versions of a map; few chats have a tenth of it. */
const maxVersions = 1000

/** Tells whether any message of a chat has several versions. Reads an index only. */
export function hasBranches(database: Database, conversationId: string): boolean {
  getConversation(database, conversationId)
  const sql = `SELECT 1 FROM message WHERE conversation_id = ?
    GROUP BY parent_id HAVING count(*) > 1 LIMIT 1`
  return database.get(sql, conversationId) !== undefined
}

interface VersionNode {
  id: string
  depth: number
  position: number
  versions: number
  messages: number
  isShown: boolean
  /** The versions of the next turning point. */
  children: VersionNode[]
}

/**
 * Returns the versions of every message that has several, in the order of a tree: a version, then
 * those that follow it. Reads each message's ids once, and only the versions' texts. Errors:
 * conversationMissing.
 */
export function mapBranches(database: Database, conversationId: string): BranchMap {
  getConversation(database, conversationId)
  const found = flatten(readTree(database, conversationId))
  const listed = found.slice(0, maxVersions)
  const rows = readRows(database, listed)
  return {
    versions: listed.flatMap((version) => {
      const row = rows.get(version.id)
      return row ? [describe(version, row)] : []
    }),
    leftOut: found.length - listed.length,
  }
}

/** Returns the versions of the first turning point, with those that follow below them. */
function readTree(database: Database, conversationId: string): VersionNode[] {
  const rows = database.all(
    'SELECT id, parent_id FROM message WHERE conversation_id = ? ORDER BY sequence',
    conversationId,
  )
  const siblings = Map.groupBy(rows, (row) => textOf(row['parent_id']))
  const parents = new Map<string, string | null>()
  // The nearest version at or above each message; none on the trunk.
  const nearest = new Map<string | null, VersionNode>()
  const first: VersionNode[] = []
  // A parent comes before its children.
  for (const row of rows) {
    const id = String(row['id'])
    const parentId = textOf(row['parent_id'])
    parents.set(id, parentId)
    const above = nearest.get(parentId)
    const versions = siblings.get(parentId)?.length ?? 1
    const version = versions > 1 ? addVersion(id, versions, above, above?.children ?? first) : above
    if (!version) continue
    version.messages += 1
    nearest.set(id, version)
  }
  for (let id = leafOf(database, conversationId); id !== null; id = parents.get(id) ?? null) {
    const version = nearest.get(id)
    if (version) version.isShown = true
  }
  return first
}

function addVersion(
  id: string,
  versions: number,
  above: VersionNode | undefined,
  beside: VersionNode[],
): VersionNode {
  const depth = (above?.depth ?? 0) + 1
  const position = beside.length + 1
  const added = { id, depth, position, versions, messages: 0, isShown: false, children: [] }
  beside.push(added)
  return added
}

function flatten(first: readonly VersionNode[]): VersionNode[] {
  const listed: VersionNode[] = []
  const waiting = first.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    listed.push(next)
    for (const child of next.children.toReversed()) waiting.push(child)
  }
  return listed
}

function readRows(database: Database, versions: readonly VersionNode[]): Map<string, Row> {
  const rows = database.all(
    `SELECT id, role, created_at, provider_id, model_id, parts FROM message
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(versions.map(({ id }) => id)),
  )
  return new Map(rows.map((row) => [String(row['id']), row]))
}

function describe(version: VersionNode, row: Row): BranchVersion {
  const { id, depth, position, versions, messages, isShown } = version
  return {
    ...{ id, depth, position, versions, messages, isShown },
    role: readRole(row),
    words: titleFromText(nameableText(readParts(row))),
    model: readModel(row),
    createdAt: readTime(row['created_at']),
  }
}
