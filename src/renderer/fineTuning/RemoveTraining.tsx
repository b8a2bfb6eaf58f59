import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Training } from '../../shared/fineTuning/fineTuning.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../ui/layers/ConfirmDialog.tsx'

/** The button that removes a training from Parley, after a question. */
export function RemoveTraining({ training: { id, name } }: { training: Training }): ReactNode {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        label={t('fineTuning.delete')}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('fineTuning.deleteTitle', { name })}
        description={t('fineTuning.deleteText')}
        confirmLabel={t('fineTuning.delete')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => attempt(api.fineTuning.remove({ id }))}
      />
    </>
  )
}
