import type { Attachment, Part } from '../../shared/parts.ts'
import type { Database } from '../storage/connection.ts'
import type { ChatText } from '../tools/ownTool.ts'
import { chatFiles, findFile } from './chatFiles.ts'
import type { ReadFile } from './turns.ts'

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
  const files = chatFiles(database, conversationId, earlier).filter(isText)
  const file = findFile(files, wanted)
  if (!file) return { names: [...new Set(files.map(({ name }) => name))].slice(0, namesMaximum) }
  return { name: file.name, text: new TextDecoder().decode(await readFile(file.id)) }
}

function isText({ mediaType }: Attachment): boolean {
  return mediaType.startsWith('text/') || /[/+](?:json|xml)$/.test(mediaType)
}
