import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { ModelSelect } from '../core/models/ModelSelect.tsx'
import { providersAtom } from '../core/store.ts'

interface VoiceModelPickerProps {
  chosen: ModelReference | null
  /** The models with voices of their own, listed by their providers or not. */
  own: readonly ModelReference[]
  onChoose: (model: ModelReference | null) => void
}

/**
 * Chooses the model whose voices are edited, or all; models with voices of their own come first.
 */
export function VoiceModelPicker({ chosen, own, onChoose }: VoiceModelPickerProps): ReactNode {
  const { t } = useTranslation()
  const providers = useAtomValue(providersAtom) ?? []
  const nameOf = (id: string): string => providers.find((one) => one.id === id)?.name ?? id
  const models = own.map(({ providerId, modelId }) => ({
    providerId,
    modelId,
    provider: nameOf(providerId),
  }))
  return (
    <ModelSelect
      task="chat"
      label={t('voices.model')}
      chosen={chosen}
      unchosenText={t('voices.allModels')}
      leading={[{ label: t('voices.ownVoices'), models }]}
      onChoose={onChoose}
    />
  )
}
