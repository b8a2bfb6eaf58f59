import { atom, useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { modelsAtom } from '../../core/store.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { chooseModel } from '../conversation/currentModel.ts'
import { attempt } from '../../core/failures.ts'
import { retirementText } from './modelFacts.ts'
import { retirementStage } from './retirementStage.ts'

/** Chats whose notice the user has closed, each with the model it was about. */
const hiddenAtom = atom<ReadonlySet<string>>(new Set<string>())

interface RetirementNoticeProps {
  conversationId: string | null
  /** The model that answers the next message. */
  model: Model
}

/** Says that a model retires or has retired, and offers the vendor's replacement. */
export function RetirementNotice({ conversationId, model }: RetirementNoticeProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [hidden, setHidden] = useAtom(hiddenAtom)
  const models = useAtomValue(modelsAtom)
  const { retirement, providerId } = model
  const key = JSON.stringify([conversationId, providerId, model.modelId])
  if (!retirement || retirementStage(retirement) === null || hidden.has(key)) return null
  const modelId = retirement.replacement
  const next = models?.find((other) => other.providerId === providerId && other.modelId === modelId)
  const replacement = next?.name ?? modelId ?? undefined
  return (
    <Alert
      tone="note"
      dismiss={{
        label: t('chat.notice.hideRetirement'),
        run: () => setHidden(new Set([...hidden, key])),
      }}
      actions={
        modelId !== null &&
        replacement !== undefined && (
          <Button size="small" onClick={() => attempt(chooseModel({ providerId, modelId }))}>
            {t('chat.model.use', { model: replacement })}
          </Button>
        )
      }
    >
      <bdi>{model.name}</bdi>: {retirementText(retirement, { replacement }, t, i18n.language)}
    </Alert>
  )
}
