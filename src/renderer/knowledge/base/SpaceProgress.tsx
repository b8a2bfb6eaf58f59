import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { ProgressRow } from '../../ui/status/ProgressRow.tsx'

interface SpaceProgressProps {
  space: NonNullable<Base['nextSpace']>
  /** Whether another model's vectors serve until these are complete. */
  replaces: boolean
}

/** Shows how much of a base the next embedding model has embedded. */
export function SpaceProgress({ space, replaces }: SpaceProgressProps): ReactNode {
  const { t } = useTranslation()
  const { done, total } = space
  return (
    <ProgressRow
      title={t('knowledge.space.title', { model: space.model.modelId })}
      fraction={total > 0 ? done / total : undefined}
      note={[
        t('knowledge.part', { done, total }),
        t(replaces ? 'knowledge.space.earlier' : 'knowledge.space.words'),
      ].join(' · ')}
    />
  )
}
