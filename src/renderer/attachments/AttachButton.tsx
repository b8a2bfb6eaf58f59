import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/IconButton.tsx'

const inputId = 'attach-files'

export function openAttachDialog(): void {
  document.getElementById(inputId)?.click()
}

/** Opens the system's file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }): ReactNode {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        id={inputId}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []))
          // The user may choose the same file again after removing it.
          currentTarget.value = ''
        }}
      />
      <IconButton
        label={t('attachments.attach')}
        tooltipSide="top"
        icon={<Paperclip aria-hidden className="size-4.5" />}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
