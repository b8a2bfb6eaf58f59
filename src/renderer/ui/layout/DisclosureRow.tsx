import './disclosureRow.css'
import { ChevronRight } from 'lucide-react'
import { Activity, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

interface DisclosureRowProps {
  mark: ReactNode
  title: string
  /** Text below the title, in one line while the row is closed; it also describes the button. */
  note: ReactNode
  /** Controls at the end of the row, which don't open it. */
  trailing?: ReactNode
  open: boolean
  /** Without it the row has no details. */
  onOpenChange?: ((open: boolean) => void) | undefined
  /** The details, kept while the row is closed again. Without them, rows that follow are shown. */
  children?: ReactNode
}

/** Shows a row of a list; a press anywhere on it shows or hides its details. */
export function DisclosureRow(props: DisclosureRowProps): ReactNode {
  const { mark, title, note, trailing, open, onOpenChange, children } = props
  const id = useId()
  const [wasOpen, setWasOpen] = useState(open)
  // Only a press is answered by motion: what a link leads to is there at once.
  const [isUnfolding, setUnfolding] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  const hasDetails = wasOpen && children !== undefined
  const titleClass = classNames('own-direction block', open ? 'break-words' : 'truncate')
  const press = (): void => {
    setUnfolding(!open)
    onOpenChange?.(!open)
  }
  return (
    <>
      <div
        className={classNames(
          'relative flex min-h-13 items-center gap-3 px-3.5 py-2 select-none',
          onOpenChange && 'transition-colors duration-100 hover:bg-hover',
        )}
      >
        {mark}
        <div className="min-w-0 flex-1">
          <h3 className="text-sm font-medium">
            {onOpenChange ? (
              <button
                type="button"
                dir="auto"
                aria-expanded={open}
                aria-controls={hasDetails ? `${id}-details` : undefined}
                aria-describedby={`${id}-note`}
                onClick={press}
                className={classNames('row-button w-full', titleClass)}
              >
                {title}
              </button>
            ) : (
              <span dir="auto" className={titleClass}>
                {title}
              </span>
            )}
          </h3>
          <div
            id={`${id}-note`}
            className={classNames(
              'text-xs break-words text-muted',
              !open && 'line-clamp-2 @xl:line-clamp-1',
            )}
          >
            {note}
          </div>
        </div>
        {trailing && <div className="relative flex shrink-0 items-center">{trailing}</div>}
        <ChevronRight
          aria-hidden
          className={classNames(
            'pointer-events-none size-4 shrink-0 text-muted transition-transform duration-100 rtl:-scale-x-100',
            open && 'rotate-90 rtl:-rotate-90',
            !onOpenChange && 'invisible',
          )}
        />
      </div>
      {hasDetails && (
        <Activity mode={open ? 'visible' : 'hidden'}>
          <div id={`${id}-details`} className={classNames(isUnfolding && 'unfolding')}>
            {children}
          </div>
        </Activity>
      )}
    </>
  )
}
