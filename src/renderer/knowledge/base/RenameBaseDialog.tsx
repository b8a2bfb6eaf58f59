import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { maxBaseNameLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { useTask } from '../../core/useTask.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { putBase } from '../bases.ts'

interface RenameBaseDialogProps {
  base: Base
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the new name of a base. */
export function RenameBaseDialog({ base, open, onOpenChange }: RenameBaseDialogProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [name, setName] = useState<string>()
  const rename = async (): Promise<void> => {
    const wanted = (name ?? base.name).trim()
    if (wanted === '') return
    const renamed = await task.run(() => api.knowledge.rename({ baseId: base.id, name: wanted }))
    if (!renamed) return
    putBase(renamed)
    close()
  }
  const close = (): void => {
    setName(undefined)
    task.clear()
    onOpenChange(false)
  }
  return (
    <FormDialog
      open={open}
      title={t('knowledge.rename.title')}
      confirm={t('knowledge.rename.confirm')}
      task={task}
      onClose={close}
      onSubmit={() => void rename()}
    >
      <TextField
        label={t('knowledge.name')}
        dir="auto"
        maxLength={maxBaseNameLength}
        value={name ?? base.name}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
