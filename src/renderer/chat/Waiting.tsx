import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { useModelLoading } from './useModelLoading.ts'

/** Nothing of the answer, or of its next part, has come yet. */
export function Waiting({ model }: { model: ModelReference | null }): ReactNode {
  const { t } = useTranslation()
  const loading = useModelLoading(model)
  return (
    <div className="waiting">
      <span className={loading ? 'text-sm text-muted' : 'sr-only'}>
        {t(loading ? 'chat.message.loadingModel' : 'chat.message.waiting')}
      </span>
    </div>
  )
}
