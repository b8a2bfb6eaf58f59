import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { costText } from './costText.ts'

interface EmbedderDialogProps {
  base: Base
  /** The model to ask about; undefined for none. */
  embedder: ModelReference | undefined
  onClose: () => void
  onConfirm: (embedder: ModelReference) => void
}

/** Says what embedding a base with another model costs, before it begins. */
export function EmbedderDialog(props: EmbedderDialogProps): ReactNode {
  const { base, embedder, onClose, onConfirm } = props
  const { t, i18n } = useTranslation()
  const { run, failure, clear } = useTask()
  const [cost, setCost] = useState<Base['spent']>()
  useEffect(() => {
    if (!embedder) return
    void run(async () => setCost(await api.knowledge.estimate({ baseId: base.id, embedder })))
    return () => {
      setCost(undefined)
      clear()
    }
  }, [base.id, embedder, run, clear])
  return (
    <Dialog
      open={embedder !== undefined}
      onOpenChange={(open) => open || onClose()}
      title={t('knowledge.estimate.title', { name: base.name })}
      description={t(base.space ? 'knowledge.estimate.replaces' : 'knowledge.estimate.adds')}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              if (embedder) onConfirm(embedder)
              onClose()
            }}
          >
            {t('knowledge.estimate.confirm')}
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
