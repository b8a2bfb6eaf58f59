import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../classNames.ts'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  /** The text below the field, announced with it. */
  hint?: ReactNode
  /** A sentence about what is wrong with the value. */
  error?: string | undefined
  labelHidden?: boolean
}

export function TextField(props: TextFieldProps): ReactNode {
  const { label, hint, error, labelHidden = false, className, ...attributes } = props
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="min-w-0 grow space-y-1.5">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'block text-sm font-medium'}>
        {label}
      </label>
      <input
        autoComplete="off"
        spellCheck={false}
        {...attributes}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note ? noteId : undefined}
        className={classNames('field min-h-9 w-full px-3 text-sm', className)}
      />
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={classNames('text-xs break-words', error ? 'text-danger-ink' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
