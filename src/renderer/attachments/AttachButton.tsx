import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/IconButton.tsx'

/** Opens the system's dialog for files. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }): ReactNode {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []))
          // The same file may be chosen again after it was removed.
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
