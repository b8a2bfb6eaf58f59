import i18next from 'i18next'
import { showErrorToast } from '../ui/Toast.tsx'
import { addDraftFiles } from './draftFiles.ts'
import { attachmentsMaximum } from '../../shared/limits.ts'

/** Adds files to a draft, and tells the user if some had no room. */
export function attachFiles(conversationId: string | null, files: readonly File[]): void {
  if (files.length === 0) return
  if (addDraftFiles(conversationId, files) === 0) return
  showErrorToast(i18next.t('attachments.tooMany', { count: attachmentsMaximum }))
}
