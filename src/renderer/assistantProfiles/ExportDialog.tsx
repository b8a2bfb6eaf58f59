import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Assistant } from '../../shared/assistantProfiles.ts'
import { api } from '../core/bridge.ts'
import { FormDialog } from '../core/FormDialog.tsx'
import { saveText } from '../core/saveText.ts'
import { useTask } from '../core/useTask.ts'
import { CheckList } from './CheckList.tsx'

interface ExportDialogProps {
  assistants: readonly Assistant[]
  onClose: () => void
}

/** Writes one, several or all assistants to a file. */
export function ExportDialog({ assistants, onClose }: ExportDialogProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(assistants.map(({ id }) => id)),
  )
  const ids = assistants.map(({ id }) => id).filter((id) => chosen.has(id))
  const write = async (): Promise<void> => {
    const file = await task.run(() => api.assistantProfiles.exportFile({ ids }))
    if (!file) return
    saveText('assistants.json', file.text)
    onClose()
  }
  return (
    <FormDialog
      open
      title={t('assistantProfiles.files.exportTitle')}
      description={t('assistantProfiles.files.exportHint')}
      confirm={t('assistantProfiles.files.exportSome', { count: ids.length })}
      disabled={ids.length === 0}
      task={task}
      onClose={onClose}
      onSubmit={() => void write()}
    >
      <CheckList
        label={t('assistantProfiles.list.title')}
        chosen={chosen}
        onChange={setChosen}
        rows={assistants.map(({ id, emoji, name }) => ({ key: id, emoji, name }))}
      />
    </FormDialog>
  )
}
