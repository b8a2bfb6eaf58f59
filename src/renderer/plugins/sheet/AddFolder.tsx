import { useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Asks for the path of a further folder that a program may use. */
export function AddFolder({ onAdd }: { onAdd: (path: string) => void }): ReactNode {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (path.trim() === '') return
    onAdd(path.trim())
    setPath('')
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField
        label={t('plugins.sheet.process.folders.path')}
        dir="ltr"
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <Button type="submit" disabled={path.trim() === ''}>
        {t('plugins.sheet.process.folders.add')}
      </Button>
    </form>
  )
}
