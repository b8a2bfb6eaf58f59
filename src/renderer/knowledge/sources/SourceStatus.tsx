import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { StatusDot } from '../../ui/status/StatusDot.tsx'
import type { StatusTone } from '../../ui/status/StatusDot.tsx'

const tones: Readonly<Record<Source['status']['state'], StatusTone>> = {
  waiting: 'neutral',
  reading: 'neutral',
  embedding: 'neutral',
  ready: 'success',
  failed: 'danger',
  skipped: 'neutral',
}

interface SourceStatusProps extends Pick<Source, 'status'> {
  /** Whether a service embeds the text, which says nothing of how far it is. */
  isHosted: boolean
}

/** Shows the state of a source as a word, with how far it is. */
export function SourceStatus({ status, isHosted }: SourceStatusProps): ReactNode {
  const { t } = useTranslation()
  const isUploaded = isHosted && status.state === 'embedding'
  return (
    <span className="text-ink">
      <StatusDot tone={tones[status.state]} />
      <span>{t(`knowledge.states.${isUploaded ? 'uploading' : status.state}`)}</span>
      {status.state === 'embedding' && !isHosted && (
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
