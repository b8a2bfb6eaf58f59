import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import {
  formatDollars,
  formatNumber,
  formatSecondsAhead,
  formatTokens,
} from '../ui/formatAmount.ts'
import { Card } from '../ui/layout/Card.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import { ProgressBar } from '../ui/status/ProgressBar.tsx'
import { useSecondsUntil } from '../ui/status/useSecondsUntil.ts'
import { BatchParts } from './BatchParts.tsx'
import { BatchRows } from './BatchRows.tsx'
import { batchList } from './batchList.ts'
import { DeleteBatch } from './DeleteBatch.tsx'
import { fractionDone } from './rowCounts.ts'
import { SaveTable } from './SaveTable.tsx'
import { stateText } from './stateText.ts'

/** Shows how far a table is, and its answers; it is paused, continued and saved here. */
export function BatchRun({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation()
  const work = useTask()
  const { id, name, state, counts, error } = batch
  const run = (ask: () => Promise<Batch>): void =>
    void work.run(async () => batchList.put(await ask()))
  const isEnded = state === 'done' || state === 'cancelled'
  const mayDelete = state !== 'running' && counts.sent === 0
  return (
    <Card title={name} trailing={mayDelete && <DeleteBatch batch={batch} />}>
      <Progress batch={batch} />
      <Waits until={batch.until} />
      {error && (
        <ErrorAlert error={error} since={batch.startedAt ?? 0}>
          {null}
        </ErrorAlert>
      )}
      {work.failure && <ErrorAlert error={work.failure.error} since={work.failure.at} />}
      <div className="flex flex-wrap gap-2">
        {state === 'running' && batch.way === 'now' && (
          <Button busy={work.running} onClick={() => run(() => api.batches.pause({ id }))}>
            {t('batches.pause')}
          </Button>
        )}
        {state === 'paused' && (
          <Button
            variant="primary"
            busy={work.running}
            onClick={() => run(() => api.batches.resume({ id }))}
          >
            {t('batches.resume')}
          </Button>
        )}
        {!isEnded && (
          <Button busy={work.running} onClick={() => run(() => api.batches.cancel({ id }))}>
            {t('batches.cancel')}
          </Button>
        )}
        {counts.failed > 0 && (
          <Button
            busy={work.running}
            onClick={() => run(() => api.batches.retry({ id, state: 'failed' }))}
          >
            {t('batches.retryFailed')}
          </Button>
        )}
      </div>
      <SaveTable id={id} />
      {counts.unknown > 0 && (
        <Unknown
          rows={counts.unknown}
          isBusy={work.running}
          onRetry={() => run(() => api.batches.retry({ id, state: 'unknown' }))}
        />
      )}
      <BatchParts
        batch={batch}
        isBusy={work.running}
        onLookAgain={() => run(() => api.batches.lookAgain({ id }))}
      />
      <BatchRows batch={batch} />
    </Card>
  )
}

const shownCounts = ['done', 'sent', 'waiting', 'failed', 'unknown', 'empty', 'cancelled'] as const

function Progress({ batch }: { batch: Batch }): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { counts, inputTokens, outputTokens, dollars } = batch
  const facts = shownCounts
    .filter((state) => counts[state] > 0)
    .map((state) => t(`batches.count.${state}`, { rows: formatNumber(language, counts[state]) }))
  const usage = t('batches.usage', {
    input: formatTokens(language, inputTokens),
    output: formatTokens(language, outputTokens),
  })
  return (
    <div className="space-y-1.5">
      <ProgressBar
        label={t('batches.progress')}
        fraction={fractionDone(batch)}
        valueText={facts[0] ?? ''}
      />
      <p className="text-sm">
        <Facts facts={[stateText(t, batch.state), ...facts]} />
      </p>
      {outputTokens > 0 && (
        <p className="text-xs text-muted">
          <Facts
            facts={[
              usage,
              dollars === null ? t('app.price.unknown') : formatDollars(language, dollars),
            ]}
          />
        </p>
      )}
    </div>
  )
}

function Waits({ until }: { until: number | null }): ReactNode {
  const { t, i18n } = useTranslation()
  const seconds = useSecondsUntil(until)
  if (until === null || seconds <= 0) return null
  const when = formatSecondsAhead(i18n.language, seconds)
  return <p className="text-sm">{t('batches.waits', { when })}</p>
}

interface UnknownProps {
  rows: number
  isBusy: boolean
  onRetry: () => void
}

function Unknown({ rows, isBusy, onRetry }: UnknownProps): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <Alert
      tone="note"
      actions={
        <Button size="small" busy={isBusy} onClick={onRetry}>
          {t('batches.retryUnknown')}
        </Button>
      }
    >
      {t('batches.unknownNote', { rows: formatNumber(i18n.language, rows) })}
    </Alert>
  )
}
