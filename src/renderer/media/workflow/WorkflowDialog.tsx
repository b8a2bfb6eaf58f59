import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxModelNameLength } from '../../../shared/limits.ts'
import type { MediaWorkflow, WorkflowMark } from '../../../shared/media/mediaWorkflow.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { store } from '../../core/store.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { formAtom, openForm } from '../form/mediaForm.ts'
import { loadMediaModels } from '../mediaModels.ts'
import { editedWorkflowAtom, workflowProviderId } from './importWorkflow.ts'
import { WorkflowMarks } from './WorkflowMarks.tsx'

/** Changes what an imported workflow is called, where it runs and what its inputs mean. */
export function WorkflowDialog(): ReactNode {
  const workflow = useAtomValue(editedWorkflowAtom)
  return workflow && <Settings key={workflow.id} workflow={workflow} />
}

function Settings({ workflow }: { workflow: MediaWorkflow }): ReactNode {
  const { t } = useTranslation()
  const { run, clear, ...task } = useTask()
  const [name, setName] = useState(workflow.name)
  const [address, setAddress] = useState(workflow.address)
  const [marks, setMarks] = useState<readonly WorkflowMark[]>(workflow.marks)
  const [isAsking, setAsking] = useState(false)
  useEffect(clear, [clear, address])
  const { id, inputs } = workflow
  const close = (): void => store.set(editedWorkflowAtom, undefined)
  const save = async (): Promise<void> => {
    const changed = { id, name: name.trim(), address: address.trim(), marks: [...marks] }
    if (!(await run(() => api.media.changeWorkflow(changed)))) return
    close()
    await openForm({ providerId: workflowProviderId, modelId: id })
  }
  const remove = async (): Promise<void> => {
    if (!(await run(() => api.media.removeWorkflow({ id })))) return
    close()
    await loadMediaModels()
    // The form chooses another model by itself, of those that are left.
    store.set(formAtom, undefined)
  }
  return (
    <>
      <FormDialog
        open
        wide
        title={t('media.workflow.settings')}
        description={t('media.workflow.hint')}
        confirm={t('media.workflow.save')}
        disabled={name.trim() === '' || address.trim() === ''}
        task={task}
        onClose={close}
        onSubmit={() => void save()}
      >
        <TextField
          label={t('media.workflow.name')}
          dir="auto"
          maxLength={maxModelNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t('media.workflow.address')}
          dir="ltr"
          maxLength={2000}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <WorkflowMarks inputs={inputs} marks={marks} onChange={setMarks} />
        <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
          {t('media.workflow.remove')}
        </Button>
      </FormDialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('media.workflow.removeTitle')}
        description={t('media.workflow.removeHint')}
        confirmLabel={t('media.workflow.remove')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => void remove()}
      />
    </>
  )
}
