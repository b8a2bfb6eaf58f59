import { useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'

interface AddTextProps {
  label: string
  /** The button's text. */
  action: string
  /** Returns what the typed text means; undefined if it can't be added. */
  read: (text: string) => string | undefined
  onAdd: (text: string) => void
}

/** Asks for a further entry of a list, such as a folder or a host. */
export function AddText({ label, action, read, onAdd }: AddTextProps): ReactNode {
  const [text, setText] = useState('')
  const meant = text.trim() === '' ? undefined : read(text)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (meant === undefined) return
    onAdd(meant)
    setText('')
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField
        label={label}
        dir="ltr"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={meant === undefined}>
        {action}
      </Button>
    </form>
  )
}
