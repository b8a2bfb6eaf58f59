import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { attempt } from '../../core/failures.ts'
import { ModelSelect } from '../../core/models/ModelSelect.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { startReply } from '../conversation/replies.ts'

interface CompareWithProps {
  /** The answer beside which another model answers. */
  message: Message
  onClose: () => void
}

/** Asks another model for the same message, whose answer then stands in a column beside this one. */
export function CompareWith({ message, onClose }: CompareWithProps): ReactNode {
  const { t } = useTranslation()
  const [model, setModel] = useState<ModelReference | null>(null)
  const ask = (): void => {
    if (!model) return
    onClose()
    attempt(startReply({ kind: 'compare', messageId: message.id, models: [model] }))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('chat.columns.compareWith')}
      description={t('chat.columns.compareHint')}
      actions={
        <>
          <Button onClick={onClose}>{t('chat.message.closeComparison')}</Button>
          <Button variant="primary" disabled={!model} onClick={ask}>
            {t('chat.columns.ask')}
          </Button>
        </>
      }
    >
      <ModelSelect
        task="chat"
        label={t('chat.model.button')}
        chosen={model}
        unchosenText={t('chat.model.choose')}
        onChoose={setModel}
      />
    </Dialog>
  )
}
