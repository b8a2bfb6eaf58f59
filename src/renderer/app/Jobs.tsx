import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { CircleAlert, CircleCheck, CirclePause, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/jobs.ts'
import { isActive, shownJobsAtom } from '../core/jobs/jobs.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { usePopup } from '../ui/layers/layers.ts'
import { ProgressRing } from '../ui/status/ProgressRing.tsx'
import { jobViewOf, shownState } from './jobViews.tsx'

const counted = ['running', 'paused', 'waiting', 'failed', 'done', 'cancelled'] as const

/**
 * Shows the state of long-running work anywhere in Parley, with a list and a cancel button for
 * each.
 */
export function Jobs(): ReactNode {
  const { t } = useTranslation()
  const jobs = useAtomValue(shownJobsAtom)
  const [open, setOpen] = usePopup()
  const counts = counted.flatMap((state) => {
    const count = jobs.filter((job) => shownState(job) === state).length
    return count > 0 ? [t(`app.jobs.${state}`, { count })] : []
  })
  const title = t('app.jobs.title')
  return (
    <div role="status" aria-label={title}>
      <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
        <Popover.Trigger
          render={
            <IconButton
              label={t('app.palette.settingValue', { setting: title, value: counts.join(' · ') })}
              tooltipSide="inline-end"
              icon={<JobsIcon jobs={jobs} />}
            />
          }
        />
        <Popover.Portal>
          <Popover.Positioner side="inline-end" align="end" sideOffset={6} className="z-50">
            <Popover.Popup
              aria-label={title}
              className="popup-motion max-h-(--available-height) w-80 max-w-(--available-width) overflow-y-auto rounded-xl bg-raised p-3 text-ink shadow-popup outline-none"
            >
              <ul aria-label={title} className="space-y-3">
                {jobs.map((job) => (
                  <li key={job.id}>
                    <JobItem job={job} />
                  </li>
                ))}
              </ul>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

function JobItem({ job }: { job: Job }): ReactNode {
  const { Progress, Ended } = jobViewOf(job)
  return isActive(job) ? <Progress job={job} /> : <Ended job={job} />
}

/**
 * Shows a failure first, then the progress of running jobs, then that some are paused or wait,
 * then that all is done.
 */
function JobsIcon({ jobs }: { jobs: readonly Job[] }): ReactNode {
  if (jobs.some((job) => shownState(job) === 'failed')) {
    return <CircleAlert aria-hidden className="size-5 text-danger-ink" />
  }
  const running = jobs.filter(({ state }) => state === 'running')
  if (running.length === 0) {
    if (jobs.some(({ state }) => state === 'paused')) {
      return <CirclePause aria-hidden className="size-5" />
    }
    return jobs.some(isActive) ? (
      <Clock aria-hidden className="size-5" />
    ) : (
      <CircleCheck aria-hidden className="size-5 text-success-ink" />
    )
  }
  const fractions = running.flatMap((job) => jobViewOf(job).fraction(job) ?? [])
  return <ProgressRing fraction={fractions.length > 0 ? Math.min(...fractions) : undefined} />
}
