import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { modelsAtom } from '../../core/store.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { focusComposer, sendFailureAtom } from './composing.ts'
import { currentModelAtom, currentModelDetailsAtom } from '../conversation/currentModel.ts'
import { openModelPicker } from '../models/ModelPicker.tsx'
import { NoModelNotice } from '../models/NoModelNotice.tsx'
import { retirementStage } from '../models/retirementStage.ts'
import { RetirementNotice } from '../models/RetirementNotice.tsx'
import { runErrorAction } from '../runErrorAction.ts'
import { useDescribedModel } from '../models/useDescribedModel.ts'

interface ComposerNoticeProps {
  conversationId: string | null
  onRetry: () => void
}

/** Shows why a message was not sent, or can't be. */
export function ComposerNotice({ conversationId, onRetry }: ComposerNoticeProps): ReactNode {
  const { t } = useTranslation()
  const [failure, setFailure] = useAtom(sendFailureAtom)
  const models = useAtomValue(modelsAtom)
  const model = useAtomValue(currentModelAtom)
  const details = useAtomValue(currentModelDetailsAtom)
  const described = useDescribedModel()
  if (failure && failure.conversationId === conversationId) {
    return (
      <ErrorAlert
        error={failure.error}
        since={failure.time}
        onDismiss={() => {
          setFailure(null)
          focusComposer()
        }}
        onAction={(action) =>
          runErrorAction(action, { retry: onRetry, model, error: failure.error })
        }
      />
    )
  }
  if (!models) return null
  if (!model) return <NoModelNotice />
  if (described && retirementStage(described.retirement) !== null) {
    return <RetirementNotice conversationId={conversationId} model={described} />
  }
  if (details) return null
  return (
    <Alert
      tone="note"
      actions={
        <Button size="small" onClick={openModelPicker}>
          {t('chat.model.choose')}
        </Button>
      }
    >
      {t('chat.model.unavailable', { model: model.modelId })}
    </Alert>
  )
}
