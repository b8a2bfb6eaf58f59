import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../../shared/providers.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FilesDialog } from './FilesDialog.tsx'

/** Opens the list of the files in the user's accounts at a service. Nothing is asked before. */
export function ServiceFiles({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button size="small" data-field="files" onClick={() => setOpen(true)}>
        {t('providers.files.show')}
      </Button>
      <FilesDialog
        providerId={provider.id}
        name={provider.name}
        open={open}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
