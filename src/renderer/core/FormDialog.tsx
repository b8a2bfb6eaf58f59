import { useId } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import type { Task } from './useTask.ts'

interface FormDialogProps {
  open: boolean
  title: ReactNode
  description?: ReactNode
  /** The words of the button that submits the form. */
  confirm: string
  /** Whether the form can't be submitted yet. */
  disabled?: boolean
  /** The request that submitting makes: its failure stands below the fields. */
  task: Pick<Task, 'running' | 'failure'>
  /** Stands in place of the button that cancels. */
  refuse?: ReactNode
  /** For long content, which gets a scroll box. */
  wide?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  finalFocus?: () => HTMLElement | null | false
  onClose: () => void
  onSubmit: () => void
  children?: ReactNode
}

/** Shows a modal dialog whose fields are submitted together, by its button or by Enter. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { open, title, description, confirm, disabled, task, refuse, wide } = props
  const { initialFocus, finalFocus, onClose, onSubmit, children } = props
  const { t } = useTranslation()
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={title}
      description={description}
      wide={wide ?? false}
      scrolls
      {...(initialFocus && { initialFocus })}
      {...(finalFocus && { finalFocus })}
      actions={
        <>
          {refuse ?? <Button onClick={onClose}>{t('app.cancel')}</Button>}
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={task.running}
            disabled={disabled ?? false}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        // The padding keeps the fields' focus rings whole.
        className="-m-1 min-h-0 space-y-4 overflow-y-auto p-1"
        onSubmit={(event) => {
          event.preventDefault()
          // For React a dialog may lie in another form, such as the composer's.
          event.stopPropagation()
          onSubmit()
        }}
      >
        {children}
        {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      </form>
    </Dialog>
  )
}
