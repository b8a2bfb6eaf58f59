import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import type { StatusTone } from '../../ui/StatusDot.tsx'

const tones: Readonly<Record<Source['status']['state'], StatusTone>> = {
  waiting: 'neutral',
  reading: 'neutral',
  embedding: 'neutral',
  ready: 'success',
  failed: 'danger',
  skipped: 'neutral',
}

/** Shows the state of a source as a word, with how far it is. */
export function SourceStatus({ status }: Pick<Source, 'status'>): ReactNode {
  const { t } = useTranslation()
  return (
    <span className="text-ink">
      <StatusDot tone={tones[status.state]} />
      <span>{t(`knowledge.states.${status.state}`)}</span>
      {status.state === 'embedding' && (
        <span className="text-muted tabular-nums">
          {' '}
          {t('knowledge.part', { done: status.done, total: status.total })}
        </span>
      )}
      {status.state === 'reading' && status.pictures && (
        <span className="text-muted tabular-nums"> {t('knowledge.part', status.pictures)}</span>
      )}
    </span>
  )
}
