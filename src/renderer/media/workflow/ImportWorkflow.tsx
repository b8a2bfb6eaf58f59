import { Workflow } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkflowProblem } from '../../../shared/media/mediaWorkflow.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { importWorkflow } from './importWorkflow.ts'

/** Makes a model of a workflow's file. */
export function ImportWorkflow({
  size = 'small',
}: Pick<ComponentProps<typeof Button>, 'size'>): ReactNode {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const { run, running, failure } = useTask()
  const [problem, setProblem] = useState<WorkflowProblem | null>(null)
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setProblem(null)
    setProblem((await run(() => importWorkflow(file))) ?? null)
  }
  return (
    <div className="space-y-1.5">
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('media.workflow.import')}
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <Button
        size={size}
        variant="quiet"
        busy={running}
        icon={<Workflow aria-hidden className="size-4" />}
        onClick={() => chooser.current?.click()}
      >
        {t('media.workflow.import')}
      </Button>
      {problem && (
        <p role="alert" className="text-xs text-danger-ink">
          {t(`media.workflow.problems.${problem}`)}
        </p>
      )}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </div>
  )
}
