import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../classNames.ts'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: ReactNode
  /** A sentence about what is wrong with the value. */
  error?: string | undefined
  /** Set for running text; other text has a fixed width. */
  prose?: boolean
}

export function TextArea({ label, hint, error, prose, ...attributes }: TextAreaProps): ReactNode {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <textarea
        autoComplete="off"
        spellCheck={false}
        rows={3}
        {...attributes}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note ? noteId : undefined}
        className={classNames(
          'field block field-sizing-content min-h-16 w-full resize-none px-3 py-2 text-sm',
          prose ? 'max-h-96' : 'max-h-48 font-mono',
        )}
      />
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={error ? 'text-xs text-danger-ink' : 'text-xs text-muted'}
        >
          {note}
        </p>
      )}
    </div>
  )
}
