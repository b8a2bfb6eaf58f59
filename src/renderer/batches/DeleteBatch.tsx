import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { DeleteButton } from '../core/records/DeleteButton.tsx'

/** The button that deletes a table, after a question. */
export function DeleteBatch({ batch: { id, name } }: { batch: Batch }): ReactNode {
  const { t } = useTranslation()
  return (
    <DeleteButton
      label={t('batches.delete')}
      title={t('batches.deleteTitle', { name })}
      description={t('batches.deleteText')}
      onDelete={() => attempt(api.batches.remove({ id }))}
    />
  )
}
