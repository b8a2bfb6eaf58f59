import { attachStored } from '../../attachments/attachFiles.ts'
import type { InsertedContent } from '../../plugins/content/insertedContent.ts'
import { draftRevisionAtom, drafts, focusComposer } from './composing.ts'
import { store } from '../../core/store.ts'

/** Puts what a server has given into a draft; null for a new chat's. Nothing is sent. */
export function insertContent(
  conversationId: string | null,
  { text, files }: InsertedContent,
): void {
  if (text !== null) {
    drafts.set(conversationId, text)
    store.set(draftRevisionAtom, (revision) => revision + 1)
  }
  if (files.length > 0) attachStored(conversationId, files)
  focusComposer()
}
