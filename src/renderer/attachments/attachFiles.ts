import i18next from 'i18next'
import { showErrorToast } from '../ui/layers/Toast.tsx'
import type { Attachment } from '../../shared/chat/parts.ts'
import { addDraftFiles, addStoredFiles, lackOfRoom } from './draftFiles.ts'
import { maxAttachments } from '../../shared/limits.ts'

/** Adds files to a draft, and tells the user if some had no room. */
export function attachFiles(conversationId: string | null, files: readonly File[]): void {
  if (files.length === 0) return
  if (addDraftFiles(conversationId, files) > 0) tellOfTooMany()
}

/**
 * Puts files that main already has into a draft, or tells the user why they have no room. Returns
 * whether they have room.
 */
export function attachStored(conversationId: string | null, files: readonly Attachment[]): boolean {
  const lack = lackOfRoom(conversationId, files)
  if (lack === 'tooMany') tellOfTooMany()
  else if (lack === 'tooLarge') showErrorToast(i18next.t('errors.sentences.attachmentsTooLarge'))
  else addStoredFiles(conversationId, files)
  return lack === undefined
}

function tellOfTooMany(): void {
  showErrorToast(i18next.t('attachments.tooMany', { count: maxAttachments }))
}
