import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { TextField } from './TextField.tsx'

interface SavedTextFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> {
  /** What is saved now. */
  value: string
  /** Resolves to whether it was saved; where it was not, what was typed stays. */
  onSave: (value: string) => Promise<boolean>
  /** Something was typed: an old error no longer applies. */
  onEdit?: () => void
}

/**
 * A text that is saved by Enter and by leaving the field; Escape brings the saved one back, as does
 * leaving one empty that is required.
 */
export function SavedTextField(props: SavedTextFieldProps): ReactNode {
  const { value, onSave, onEdit, ...attributes } = props
  const [draft, setDraft] = useState<string>()
  const save = async (): Promise<void> => {
    const wanted = draft?.trim()
    if (wanted === undefined) return
    const isUnchanged = wanted === value || (wanted === '' && props.required)
    const isOver = isUnchanged || (await onSave(wanted))
    // What was typed in the meantime is not thrown away.
    if (isOver) setDraft((known) => (known === draft ? undefined : known))
  }
  return (
    <TextField
      {...attributes}
      value={draft ?? value}
      onChange={(event) => {
        setDraft(event.target.value)
        onEdit?.()
      }}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save()
        if (event.key === 'Escape' && draft !== undefined) {
          setDraft(undefined)
          onEdit?.()
        }
      }}
    />
  )
}
