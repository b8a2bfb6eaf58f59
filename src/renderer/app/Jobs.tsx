import '../providers/texts.ts'
import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pullsAtom } from '../providers/localModels/pulls.ts'
import type { Pull } from '../providers/localModels/pulls.ts'
import { PullJob } from '../providers/localModels/PullJob.tsx'
import { pullFraction } from '../providers/localModels/pullFraction.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { usePopup } from '../ui/layers.ts'

const states = ['running', 'failed', 'done'] as const

/** Long work, wherever in Parley one is: how it stands, and a list of it with its way to cancel. */
export function Jobs(): ReactNode {
  const { t } = useTranslation()
  const pulls = Object.entries(useAtomValue(pullsAtom))
  const [open, setOpen] = usePopup()
  const counts = states.flatMap((state) => {
    const count = pulls.filter(([, pull]) => pull.state === state).length
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
              icon={<JobsIcon pulls={pulls.map(([, pull]) => pull)} />}
            />
          }
        />
        <Popover.Portal>
          <Popover.Positioner side="inline-end" align="end" sideOffset={6} className="z-50">
            <Popover.Popup
              aria-label={title}
              className="popup-motion w-80 max-w-(--available-width) rounded-xl bg-raised p-3 text-ink shadow-popup outline-none"
            >
              <ul aria-label={title} className="space-y-3">
                {pulls.map(([providerId, pull]) => (
                  <PullJob key={providerId} providerId={providerId} pull={pull} />
                ))}
              </ul>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

/** A failure first, then how far all is that runs, then that all is done. */
function JobsIcon({ pulls }: { pulls: readonly Pull[] }): ReactNode {
  if (pulls.some(({ state }) => state === 'failed')) {
    return <CircleAlert aria-hidden className="size-5 text-danger-ink" />
  }
  const running = pulls.filter(({ state }) => state === 'running')
  if (running.length === 0) return <CircleCheck aria-hidden className="size-5 text-success-ink" />
  const fraction = Math.min(...running.map((pull) => pullFraction(pull) ?? 0))
  return (
    <span aria-hidden className="flex flex-col items-center gap-1">
      <Download className="size-4.5" />
      <span className="h-1 w-6 overflow-hidden rounded-full bg-control-strong">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ inlineSize: `${String(fraction * 100)}%` }}
        />
      </span>
    </span>
  )
}
