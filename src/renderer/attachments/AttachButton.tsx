import { Blocks, FileUp, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../ui/layers/Menu.tsx'

const inputId = 'attach-files'

export function openAttachDialog(): void {
  document.getElementById(inputId)?.click()
}

interface AttachButtonProps {
  onFiles: (files: File[]) => void
  /** Lets the user choose something that plugins have; missing if they have nothing. */
  onResources?: () => void
}

/** Opens the system's file dialog, or asks first where the file is. */
export function AttachButton({ onFiles, onResources }: AttachButtonProps): ReactNode {
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
      {onResources ? (
        <Menu
          side="top"
          trigger={
            <IconButton
              label={t('attachments.attach')}
              tooltipSide="top"
              icon={<Paperclip aria-hidden className="size-4.5" />}
            />
          }
        >
          <MenuItem
            icon={<FileUp aria-hidden className="size-4" />}
            onSelect={() => input.current?.click()}
          >
            {t('attachments.files')}
          </MenuItem>
          <MenuItem icon={<Blocks aria-hidden className="size-4" />} onSelect={onResources}>
            {t('attachments.resources')}
          </MenuItem>
        </Menu>
      ) : (
        <IconButton
          label={t('attachments.attach')}
          tooltipSide="top"
          icon={<Paperclip aria-hidden className="size-4.5" />}
          onClick={() => input.current?.click()}
        />
      )}
    </>
  )
}
