import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'

/** Says how many passages the embedding model took only in parts; nothing if it read all at once. */
export function SplitPassages({ base }: { base: Base }): ReactNode {
  const { t } = useTranslation()
  const space = base.nextSpace ?? base.space
  if (base.splitPassages === 0 || !space) return null
  return (
    <p className="text-sm text-pretty text-muted">
      {t('knowledge.space.split', {
        count: base.splitPassages,
        model: space.model.modelId,
      })}
    </p>
  )
}
