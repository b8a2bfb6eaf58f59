import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/jobs.ts'
import { EndedJob } from '../core/jobs/EndedJob.tsx'
import { JobProgress } from '../core/jobs/JobProgress.tsx'
import type { JobView } from '../core/jobs/JobView.ts'
import { isTransferJob, type TransferJob } from './transferJobs.ts'

/** A base that leaves or comes as a file, as one of the jobs. */
export const transferView: JobView = {
  fraction: (job) => (isTransferJob(job) ? fractionOf(job) : undefined),
  Progress: ({ job }) => (isTransferJob(job) ? <TransferProgress job={job} /> : null),
  Ended: EndedTransfer,
}

function TransferProgress({ job }: { job: TransferJob }): ReactNode {
  const { t } = useTranslation()
  const isImport = job.kind === 'knowledge.import'
  const name = job.subject
  return (
    <JobProgress
      job={job}
      title={
        isImport
          ? t('knowledge.transfer.importing', { name })
          : t('knowledge.transfer.exporting', { name })
      }
      fraction={fractionOf(job)}
      facts={[]}
      status={job.progress ? '' : t('knowledge.transfer.starting')}
    />
  )
}

function EndedTransfer({ job }: { job: Job }): ReactNode {
  const { t } = useTranslation()
  const name = job.subject
  const isImport = job.kind === 'knowledge.import'
  return (
    <EndedJob
      job={job}
      doneText={
        isImport
          ? t('knowledge.transfer.imported', { name })
          : t('knowledge.transfer.exported', { name })
      }
    />
  )
}

function fractionOf({ progress }: TransferJob): number | undefined {
  return progress && progress.total > 0 ? progress.done / progress.total : undefined
}
