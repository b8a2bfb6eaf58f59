import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { formatByteRate, formatBytes, formatPercentage } from '../../ui/formatAmount.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { pullFraction } from './pullFraction.ts'
import type { Pull } from './pulls.ts'

interface PullProgressViewProps {
  pull: Pull
  onCancel: () => void
}

/** How far a model has come: the bar, the bytes, the rate, and what the server says. */
export function PullProgressView({ pull, onCancel }: PullProgressViewProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { doneBytes, totalBytes, status } = pull.progress ?? {}
  const language = i18n.language
  const fraction = pullFraction(pull)
  const bytes =
    fraction === undefined
      ? undefined
      : t('providers.pull.bytes', {
          done: formatBytes(language, doneBytes ?? 0),
          total: formatBytes(language, totalBytes ?? 0),
        })
  const facts = [
    fraction === undefined ? undefined : formatPercentage(language, fraction),
    bytes,
    pull.rate === undefined ? undefined : formatByteRate(language, pull.rate),
  ].filter((fact) => fact !== undefined)
  const title = t('providers.pull.running', { name: pull.modelId })
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
        <span role="status" className="min-w-0 break-words">
          {title}
        </span>
        <Button size="small" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
      <ProgressBar
        label={title}
        fraction={fraction}
        valueText={facts[0] ?? status ?? t('providers.pull.starting')}
      />
      <p className="text-xs text-muted tabular-nums">
        {facts.length > 0 ? facts.join(' · ') : (status ?? t('providers.pull.starting'))}
      </p>
    </div>
  )
}
