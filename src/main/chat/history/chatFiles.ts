import type { Attachment, Part } from '../../../shared/chat/parts.ts'
import type { Database } from '../../storage/connection.ts'
import { readParts } from './messageRow.ts'

/**
 * Returns the files of a chat, the newest first. `earlier` are the parts of the answer that is being
 * written. A file of another chat is none of this one.
 */
export function chatFiles(
  database: Database,
  conversationId: string,
  earlier: readonly Part[],
): Attachment[] {
  return [...filesIn(earlier).toReversed(), ...filesOf(database, conversationId)]
}

function filesOf(database: Database, conversationId: string): Attachment[] {
  const rows = database.all(
    `SELECT parts FROM message WHERE conversation_id = ? AND (instr(parts, '"type":"file"') > 0
       OR instr(parts, '"files":[') > 0 OR instr(parts, '"rest":{') > 0)
     ORDER BY sequence DESC`,
    conversationId,
  )
  return rows.flatMap((row) => filesIn(readParts(row)).toReversed())
}

function filesIn(parts: readonly Part[]): Attachment[] {
  return parts.flatMap((part) => {
    if (part.type === 'file') return part.file
    return part.type === 'toolResult'
      ? [...(part.files ?? []), ...(part.rest ? [part.rest] : [])]
      : []
  })
}

const minIdLength = 8

/** Returns the file with this name, or whose id begins so. */
export function findFile(files: readonly Attachment[], wanted: string): Attachment | undefined {
  return (
    files.find(({ name }) => name === wanted) ??
    files.find(({ id }) => wanted.length >= minIdLength && id.startsWith(wanted))
  )
}
