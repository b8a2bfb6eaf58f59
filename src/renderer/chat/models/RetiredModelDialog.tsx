import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { modelsAtom } from '../../core/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { chooseModel } from '../conversation/currentModel.ts'
import { attempt } from '../../core/failures.ts'
import { retirementText } from './modelFacts.ts'

interface RetiredModelDialogProps {
  model: Model
  onClose: () => void
}

/** Asks before the user chooses a model that its service has switched off. */
export function RetiredModelDialog({ model, onClose }: RetiredModelDialogProps): ReactNode {
  const { t, i18n } = useTranslation()
  const models = useAtomValue(modelsAtom)
  const cancel = useRef<HTMLButtonElement>(null)
  const { retirement } = model
  const next = models?.find(
    ({ providerId, modelId }) =>
      providerId === model.providerId && modelId === retirement?.replacement,
  )
  const choose = (chosen: Model): void => {
    onClose()
    attempt(chooseModel(chosen))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('chat.model.retiredTitle', { model: model.name })}
      description={
        retirement && retirementText(retirement, { replacement: next?.name }, t, i18n.language)
      }
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button variant="quiet" onClick={() => choose(model)}>
            {t('chat.model.useAnyway')}
          </Button>
          {next && (
            <Button variant="primary" onClick={() => choose(next)}>
              {t('chat.model.use', { model: next.name })}
            </Button>
          )}
        </>
      }
    />
  )
}
