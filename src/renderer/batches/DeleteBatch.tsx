import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../ui/layers/ConfirmDialog.tsx'

/** The button that deletes a table, after a question. */
export function DeleteBatch({ batch: { id, name } }: { batch: Batch }): ReactNode {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        label={t('batches.delete')}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('batches.deleteTitle', { name })}
        description={t('batches.deleteText')}
        confirmLabel={t('batches.delete')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => attempt(api.batches.remove({ id }))}
      />
    </>
  )
}
