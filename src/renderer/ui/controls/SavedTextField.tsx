import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { TextField } from './TextField.tsx'

interface SavedTextFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> {
  /** The saved value. */
  value: string
  /** Resolves to whether the text was saved; if not, the typed text stays. */
  onSave: (value: string) => Promise<boolean>
  /** Called when the user types: an old error no longer applies. */
  onEdit?: () => void
}

/**
 * Shows a text field that saves at Enter and when it loses the focus. Escape restores the saved
 * text, and so does leaving a required field empty.
 */
export function SavedTextField(props: SavedTextFieldProps): ReactNode {
  const { value, onSave, onEdit, ...attributes } = props
  const [draft, setDraft] = useState<string>()
  const save = async (): Promise<void> => {
    const wanted = draft?.trim()
    if (wanted === undefined) return
    const isUnchanged = wanted === value || (wanted === '' && props.required)
    const isOver = isUnchanged || (await onSave(wanted))
    // Text typed meanwhile stays.
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
