import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/controls/Button.tsx'

interface ImportButtonProps {
  busy: boolean
  onFiles: (files: readonly File[]) => void
}

/** Lets the user choose files that hold assistants. */
export function ImportButton({ busy, onFiles }: ImportButtonProps): ReactNode {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label={t('assistantProfiles.files.import')}
        accept=".json,.png,application/json,image/png"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        busy={busy}
        icon={<Upload aria-hidden className="size-4" />}
        onClick={() => chooser.current?.click()}
      >
        {t('assistantProfiles.files.import')}
      </Button>
    </>
  )
}
