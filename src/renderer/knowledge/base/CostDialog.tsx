import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { costText } from './costText.ts'

interface CostDialogProps {
  /** Estimates what is asked about; undefined while nothing is. */
  estimate: (() => Promise<Base['spent']>) | undefined
  title: string
  description: string
  confirmLabel: string
  onClose: () => void
  onConfirm: () => void
}

/** Says what something costs before it begins, and asks whether it may. */
export function CostDialog(props: CostDialogProps): ReactNode {
  const { estimate, title, description, confirmLabel, onClose, onConfirm } = props
  const { t, i18n } = useTranslation()
  const { run, failure, clear } = useTask()
  const [cost, setCost] = useState<Base['spent']>()
  useEffect(() => {
    if (!estimate) return
    void run(async () => setCost(await estimate()))
    return () => {
      setCost(undefined)
      clear()
    }
  }, [estimate, run, clear])
  return (
    <Dialog
      open={estimate !== undefined}
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {failure ? (
        <ErrorAlert error={failure.error} since={failure.at} />
      ) : cost ? (
        <p role="status" className="text-sm tabular-nums">
          {t('knowledge.estimate.cost', { cost: costText(t, i18n.language, cost) })}
        </p>
      ) : (
        <Skeleton className="h-5 w-48" />
      )}
    </Dialog>
  )
}
