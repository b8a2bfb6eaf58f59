import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
}

/** Asks before an action that can't be undone. The focus starts on the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const cancel = useRef<HTMLButtonElement>(null)
  const confirm = (): void => {
    props.onOpenChange(false)
    props.onConfirm()
  }
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={props.title}
      description={props.description}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={() => props.onOpenChange(false)}>
            {props.cancelLabel}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    />
  )
}
