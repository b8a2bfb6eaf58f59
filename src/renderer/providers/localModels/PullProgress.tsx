import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PullJob } from '../../../shared/providers.ts'
import { JobProgress } from '../../core/jobs/JobProgress.tsx'
import { formatByteRate, formatBytes, formatPercentage } from '../../ui/formatAmount.ts'
import { pullFraction } from './pullFraction.ts'
import { transferRate, withSample } from './transferRate.ts'
import type { TransferSample } from './transferRate.ts'

interface PullProgressProps {
  job: PullJob
  onCancelled?: () => void
}

/** Shows the download of a model: a bar, the bytes, the rate, and the server's status. */
export function PullProgress({ job, onCancelled }: PullProgressProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { doneBytes, totalBytes, status } = job.progress ?? {}
  const rate = useTransferRate(job.state === 'running' ? doneBytes : undefined)
  const language = i18n.language
  const fraction = pullFraction(job)
  const facts = [
    fraction === undefined ? undefined : formatPercentage(language, fraction),
    fraction === undefined
      ? undefined
      : t('providers.pull.bytes', {
          done: formatBytes(language, doneBytes ?? 0),
          total: formatBytes(language, totalBytes ?? 0),
        }),
    rate === undefined ? undefined : formatByteRate(language, rate),
  ].filter((fact) => fact !== undefined)
  return (
    <JobProgress
      job={job}
      title={t('providers.pull.running', { name: job.input.modelId })}
      fraction={fraction}
      facts={facts}
      status={status ?? t('providers.pull.starting')}
      {...(onCancelled && { onCancelled })}
    />
  )
}

/** Returns a transfer's bytes per second, once they can be computed. */
function useTransferRate(bytes: number | undefined): number | undefined {
  const [samples, setSamples] = useState<readonly TransferSample[]>([])
  useEffect(() => {
    if (bytes === undefined) setSamples([])
    else setSamples((known) => withSample(known, { at: Date.now(), bytes }))
  }, [bytes])
  return transferRate(samples)
}
