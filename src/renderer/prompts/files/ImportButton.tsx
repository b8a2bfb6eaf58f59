import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'

interface ImportButtonProps {
  busy: boolean
  onFile: (file: File) => void
}

/** Lets the user choose a file that holds prompts. */
export function ImportButton({ busy, onFile }: ImportButtonProps): ReactNode {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('prompts.files.import')}
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        busy={busy}
        icon={<Upload aria-hidden className="size-4" />}
        onClick={() => chooser.current?.click()}
      >
        {t('prompts.files.import')}
      </Button>
    </>
  )
}
