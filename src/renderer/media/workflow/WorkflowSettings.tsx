import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { store } from '../../core/store.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { editedWorkflowAtom } from './importWorkflow.ts'

/** Opens the settings of the chosen workflow. */
export function WorkflowSettings({ id }: { id: string }): ReactNode {
  const { t } = useTranslation()
  const { run, running, failure } = useTask()
  const open = async (): Promise<void> => {
    const workflow = await run(() => api.media.workflow({ id }))
    if (workflow) store.set(editedWorkflowAtom, workflow)
  }
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        busy={running}
        icon={<SlidersHorizontal aria-hidden className="size-4" />}
        onClick={() => void open()}
      >
        {t('media.workflow.settings')}
      </Button>
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </>
  )
}
