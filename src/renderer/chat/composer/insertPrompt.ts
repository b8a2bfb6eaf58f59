import { attachStored } from '../../attachments/attachFiles.ts'
import type { InsertedContent } from '../../plugins/content/insertedContent.ts'
import { composerId, focusComposer, setDraft } from './composing.ts'
import { insertText } from './insertText.ts'

/** A part of the composer's text, in UTF-16 units. */
interface TextRange {
  start: number
  end: number
}

/**
 * Puts a prompt in place of a part of the open chat's draft, so that Ctrl+Z undoes it, and attaches
 * its files. Nothing is sent.
 */
export function insertPrompt(
  conversationId: string | null,
  { text, files }: InsertedContent,
  { start, end }: TextRange,
): void {
  focusComposer()
  const field = document.getElementById(composerId)
  if (text !== null && field instanceof HTMLTextAreaElement) {
    const { value } = field
    field.setSelectionRange(start, end)
    if (text === '' || !insertText(text)) setDraft(value.slice(0, start) + text + value.slice(end))
  }
  if (files.length > 0) attachStored(conversationId, files)
}
