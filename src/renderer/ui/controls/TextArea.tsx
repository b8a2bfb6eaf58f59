import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: ReactNode
  /** A sentence about what is wrong with the value. */
  error?: string | undefined
}

export function TextArea({ label, hint, error, ...attributes }: TextAreaProps): ReactNode {
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
        className="field block field-sizing-content max-h-48 min-h-16 w-full resize-none px-3 py-2 font-mono text-sm"
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
