import { Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openSettings } from '../../core/settingsTarget.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { ImportWorkflow } from '../workflow/ImportWorkflow.tsx'

/** Says what is needed to make the first picture. */
export function NoModels(): ReactNode {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={Images}
      title={t('media.noModels.title')}
      description={t('media.noModels.description')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => openSettings('providers')}>{t('media.noModels.add')}</Button>
          <ImportWorkflow size="medium" />
        </div>
      }
    />
  )
}
