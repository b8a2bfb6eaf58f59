import { ChevronLeft, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { ErrorAlert } from '../ErrorAlert.tsx'
import type { useTask } from '../useTask.ts'
import type { ListFailure } from './createRecordList.ts'

interface RecordPlaceProps {
  title: string
  /** The label of the button that leads from the open record back to the list. */
  backLabel: string
  /** Called by that button; missing while the list shows. */
  onBack: (() => void) | undefined
  /** The number of records; undefined until they are known. */
  count: number | undefined
  /** Adds a record. */
  add: { label: string; run: () => void; task: ReturnType<typeof useTask> }
  failure: ListFailure | undefined
  empty: { icon: LucideIcon; title: string; description: string }
  children: ReactNode
}

/** Shows the frame of a place with records: its title, how to add one, and what went wrong. */
export function RecordPlace(props: RecordPlaceProps): ReactNode {
  const { title, backLabel, onBack, count, add, empty, children } = props
  const failure = add.task.failure ?? props.failure
  const addButton = (
    <Button variant={onBack ? 'secondary' : 'primary'} busy={add.task.running} onClick={add.run}>
      {add.label}
    </Button>
  )
  return (
    <div className="h-full [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 md:px-8">
      <div className="mx-auto max-w-2xl space-y-4">
        <div className="flex flex-wrap items-center gap-3">
          {onBack && (
            <Button
              variant="quiet"
              icon={<ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />}
              onClick={onBack}
            >
              {backLabel}
            </Button>
          )}
          <h1 className="min-w-0 grow text-lg font-semibold break-words">{title}</h1>
          {count !== undefined && count > 0 && addButton}
        </div>
        {failure && (
          <ErrorAlert
            error={failure.error}
            since={failure.at}
            onDismiss={add.task.failure && add.task.clear}
          />
        )}
        {count === undefined && <Skeleton className="h-40" />}
        {count === 0 && <EmptyState {...empty} action={addButton} />}
        {children}
      </div>
    </div>
  )
}
