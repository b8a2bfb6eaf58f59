import type { Attachment, Part } from '../../../shared/chat/parts.ts'
import type { Database } from '../../storage/connection.ts'
import type { ChatText } from '../../tools/ownTool.ts'
import { chatFiles, findFile } from '../history/chatFiles.ts'
import { isDocument, type DocumentTexts } from './documentTexts.ts'
import type { ReadFile } from './turns.ts'

const maxNames = 50

interface ReadText {
  database: Database
  readFile: ReadFile
  documents: DocumentTexts
  conversationId: string
  /** The parts of the answer that is being written. */
  earlier: readonly Part[]
}

/**
 * Returns a text file or a document's text of a chat by its name, the newest first, or by the beginning of its id.
 * Returns the names of the chat's text files if there is no such file. A file of another chat is
 * none of this one. Errors: attachmentMissing.
 */
export async function readText(
  { database, readFile, documents, conversationId, earlier }: ReadText,
  wanted: string,
): Promise<ChatText | { names: string[] }> {
  const files = chatFiles(database, conversationId, earlier).filter(
    (file) => isText(file) || isDocument(file),
  )
  const file = findFile(files, wanted)
  if (!file) return { names: namesOf(files) }
  if (isText(file))
    return { name: file.name, text: new TextDecoder().decode(await readFile(file.id)) }
  const document = await documents.read(file)
  return document ? { name: file.name, text: document.text } : { names: namesOf(files) }
}

function namesOf(files: readonly Attachment[]): string[] {
  return [...new Set(files.map(({ name }) => name))].slice(0, maxNames)
}

function isText({ mediaType }: Attachment): boolean {
  return mediaType.startsWith('text/') || /[/+](?:json|xml)$/.test(mediaType)
}
