import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { EndedJob } from '../../core/jobs/EndedJob.tsx'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { isActive, shownJobsAtom } from '../../core/jobs/jobs.ts'
import { ProgressRow } from '../../ui/status/ProgressRow.tsx'
import { uploadsAtom } from '../adding/uploadSources.ts'
import { HostedNote } from '../hosted/HostedNote.tsx'
import { isIndexJob } from '../indexJobs.ts'
import { IndexProgress } from '../IndexProgress.tsx'

/** Shows what goes on in a base and what keeps it from going on. */
export function BaseNotes({ base }: { base: Base }): ReactNode {
  const { t } = useTranslation()
  const jobs = useAtomValue(shownJobsAtom)
    .filter(isIndexJob)
    .filter(({ input }) => input.baseId === base.id)
  const uploads = useAtomValue(uploadsAtom).filter(({ baseId }) => baseId === base.id)
  return (
    <>
      {base.hosted && <HostedNote base={base} hosted={base.hosted} />}
      {jobs.map((job) =>
        isActive(job) ? (
          <IndexProgress key={job.id} job={job} />
        ) : (
          job.error && (
            <EndedJob
              key={job.id}
              job={job}
              doneText={t('knowledge.job.done', { name: base.name })}
            />
          )
        ),
      )}
      {uploads.map((upload, index) => (
        <ProgressRow
          key={index}
          title={t('knowledge.add.copying')}
          fraction={upload.done / upload.total}
          note={t('knowledge.part', { done: upload.done, total: upload.total })}
        />
      ))}
      {base.folders.map(
        ({ id, error }) => error && <ErrorAlert key={id} error={error} since={base.createdAt} />,
      )}
    </>
  )
}
