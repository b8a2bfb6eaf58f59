import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { isActive, shownJobsAtom } from '../core/jobs/jobs.ts'
import { isTransferJob } from './transferJobs.ts'
import { transferView } from './transferView.tsx'

/** Shows the bases that leave or come as files. */
export function TransferNotes(): ReactNode {
  const jobs = useAtomValue(shownJobsAtom).filter(isTransferJob)
  if (jobs.length === 0) return null
  const { Progress, Ended } = transferView
  return (
    <div className="px-5 pt-4 md:px-8">
      <div className="mx-auto max-w-3xl space-y-2">
        {jobs.map((job) =>
          isActive(job) ? <Progress key={job.id} job={job} /> : <Ended key={job.id} job={job} />,
        )}
      </div>
    </div>
  )
}
