import { useId, useMemo } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { FieldNoteContext } from '../controls/fieldNote.ts'

interface FieldRowProps {
  label: string
  /** The text below the label, announced with the control. */
  hint?: ReactNode
  /** A sentence about what is wrong with the value, in place of the hint. */
  error?: string | undefined
  /** The name by which other code finds the control. */
  'data-field'?: string
  /** A control that has the label as its accessible name. */
  children: ReactNode
}

/** Shows a control after its label, or below it in a narrow window. */
export function FieldRow(props: FieldRowProps): ReactNode {
  const { label, hint, error, children } = props
  const noteId = useId()
  const isError = error !== undefined
  const note = error ?? hint
  const id = note ? noteId : undefined
  const told = useMemo(() => ({ id, isError }), [id, isError])
  return (
    <div
      data-field={props['data-field']}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5"
    >
      <div className={classNames('flex-1', note ? 'min-w-40' : 'min-w-min')}>
        <p aria-hidden className="text-sm font-medium">
          {label}
        </p>
        {note && (
          <p
            id={noteId}
            role={isError ? 'alert' : undefined}
            className={classNames(
              'text-xs text-pretty',
              isError ? 'text-danger-ink' : 'text-muted',
            )}
          >
            {note}
          </p>
        )}
      </div>
      <FieldNoteContext value={told}>{children}</FieldNoteContext>
    </div>
  )
}
