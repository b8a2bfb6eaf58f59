import type { Attachment, Part } from '../../shared/parts.ts'
import type { Database } from '../storage/connection.ts'
import type { ChatText } from '../tools/ownTool.ts'
import { readParts } from './messageRow.ts'
import type { ReadFile } from './turns.ts'

const idLengthMinimum = 8
const namesMaximum = 50

interface ReadText {
  database: Database
  readFile: ReadFile
  conversationId: string
  /** The parts of the answer that is being written. */
  earlier: readonly Part[]
}

/**
 * Returns a text file of a chat by its name, the newest first, or by the beginning of its id.
 * Returns the names of the chat's text files if there is no such file. A file of another chat is
 * none of this one. Errors: attachmentMissing.
 */
export async function readText(
  { database, readFile, conversationId, earlier }: ReadText,
  wanted: string,
): Promise<ChatText | { names: string[] }> {
  const files = [...filesIn(earlier), ...filesOf(database, conversationId)].filter(isText)
  const file =
    files.find(({ name }) => name === wanted) ??
    files.find(({ id }) => wanted.length >= idLengthMinimum && id.startsWith(wanted))
  if (!file) return { names: [...new Set(files.map(({ name }) => name))].slice(0, namesMaximum) }
  return { name: file.name, text: new TextDecoder().decode(await readFile(file.id)) }
}

function filesOf(database: Database, conversationId: string): Attachment[] {
  const rows = database.all(
    `SELECT parts FROM message WHERE conversation_id = ? AND (instr(parts, '"type":"file"') > 0
       OR instr(parts, '"files":[') > 0 OR instr(parts, '"rest":{') > 0)
     ORDER BY sequence DESC`,
    conversationId,
  )
  return rows.flatMap((row) => filesIn(readParts(row)))
}

function filesIn(parts: readonly Part[]): Attachment[] {
  return parts.flatMap((part) => {
    if (part.type === 'file') return part.file
    return part.type === 'toolResult'
      ? [...(part.files ?? []), ...(part.rest ? [part.rest] : [])]
      : []
  })
}

function isText({ mediaType }: Attachment): boolean {
  return mediaType.startsWith('text/') || /[/+](?:json|xml)$/.test(mediaType)
}
