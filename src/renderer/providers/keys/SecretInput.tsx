import { useId } from 'react'
import type { ReactNode } from 'react'

interface SecretInputProps {
  label: string
  value: string
  placeholder?: string
  onValueChange: (value: string) => void
  hint?: ReactNode
  /** See fieldNames.ts. */
  'data-field'?: string | undefined
  /** Buttons at the end of the field. */
  children?: ReactNode
}

/**
 * Shows a field for a key. A password field keeps the key from spell checkers, input methods and
 * clipboard histories. It has no role of its own, so one is set for assistive technology.
 */
export function SecretInput(props: SecretInputProps): ReactNode {
  const id = useId()
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {props.label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="password"
          role="textbox"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          data-field={props['data-field']}
          value={props.value}
          placeholder={props.placeholder}
          aria-describedby={`${id}-hint`}
          onChange={(event) => props.onValueChange(event.target.value)}
          className="field min-h-9 min-w-40 flex-1 px-3 text-sm"
        />
        {props.children}
      </div>
      <div id={`${id}-hint`} className="text-xs text-muted empty:hidden">
        {props.hint}
      </div>
    </div>
  )
}
