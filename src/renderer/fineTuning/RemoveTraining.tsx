import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Training } from '../../shared/fineTuning/fineTuning.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { DeleteButton } from '../core/records/DeleteButton.tsx'

/** The button that removes a training from Parley, after a question. */
export function RemoveTraining({ training: { id, name } }: { training: Training }): ReactNode {
  const { t } = useTranslation()
  return (
    <DeleteButton
      label={t('fineTuning.delete')}
      title={t('fineTuning.deleteTitle', { name })}
      description={t('fineTuning.deleteText')}
      onDelete={() => attempt(api.fineTuning.remove({ id }))}
    />
  )
}
