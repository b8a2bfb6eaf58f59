import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'

interface DeleteButtonProps {
  label: string
  title: string
  description: string
  /** The label of the button that deletes; the button's own by default. */
  confirmLabel?: string
  onDelete: () => void
}

/** Deletes something after a question. */
export function DeleteButton(props: DeleteButtonProps): ReactNode {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        label={props.label}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={props.title}
        description={props.description}
        confirmLabel={props.confirmLabel ?? props.label}
        cancelLabel={t('app.cancel')}
        onConfirm={props.onDelete}
      />
    </>
  )
}
