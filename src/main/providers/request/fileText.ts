import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { Attachment, Warning } from '../../../shared/chat/parts.ts'
import type { FileInput } from '../reply.ts'

/** The text of a file in a request. */
export interface FileText {
  text: string
  /** Says that a document went as text, and whether a part of it is missing; null for a text file. */
  warning: Warning | null
}

/** Returns a file's text; null for a file without text. Errors: attachmentMissing. */
export async function fileText(input: FileInput): Promise<FileText | null> {
  const { name } = input.file
  if (inputKindOf(input.file) === 'text') {
    return { text: new TextDecoder().decode(await input.read()), warning: null }
  }
  const document = await input.readText?.()
  if (!document) return null
  const code = document.isPartial ? 'attachmentPartial' : 'attachmentAsText'
  return { text: document.text, warning: { code, subject: name } }
}

/** Quotes a file's text for APIs that have no part for a document. */
export function quoteText({ name }: Pick<Attachment, 'name'>, text: string): string {
  return `<file name="${name.replaceAll('"', "'")}">\n${text}\n</file>`
}
