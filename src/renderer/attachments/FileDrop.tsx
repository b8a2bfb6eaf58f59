import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showErrorToast } from '../ui/Toast.tsx'
import { DropTarget } from './DropTarget.tsx'
import { filesOfTransfer } from './filesOfTransfer.ts'

/** Accepts files dropped anywhere in the window, without folders. */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }): ReactNode {
  const { t } = useTranslation()
  const take = (transfer: DataTransfer): void => {
    const files = filesOfTransfer(transfer)
    const held = Array.from(transfer.items).filter(({ kind }) => kind === 'file')
    if (files.length < held.length) showErrorToast(t('attachments.folder'))
    if (files.length > 0) onFiles(files)
  }
  return <DropTarget label={t('attachments.drop')} onDrop={take} />
}
