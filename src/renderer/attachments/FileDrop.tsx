import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showErrorToast } from '../ui/layers/Toast.tsx'
import type { Attachment } from '../../shared/chat/parts.ts'
import { storedFilesOf } from '../core/draggedFiles.ts'
import { DropTarget } from './DropTarget.tsx'
import { filesOfTransfer } from './filesOfTransfer.ts'

interface FileDropProps {
  onFiles: (files: File[]) => void
  /** Takes files that main has already. */
  onStored: (files: readonly Attachment[]) => void
}

/** Accepts files dropped anywhere in the window, without folders. */
export function FileDrop({ onFiles, onStored }: FileDropProps): ReactNode {
  const { t } = useTranslation()
  const take = (transfer: DataTransfer): void => {
    const files = filesOfTransfer(transfer)
    const held = Array.from(transfer.items).filter(({ kind }) => kind === 'file')
    if (files.length < held.length) showErrorToast(t('attachments.folder'))
    if (files.length > 0) onFiles(files)
    const stored = storedFilesOf(transfer)
    if (stored.length > 0) onStored(stored)
  }
  return <DropTarget label={t('attachments.drop')} takesStored onDrop={take} />
}
