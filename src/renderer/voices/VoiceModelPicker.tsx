import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { modelsAtom, providersAtom, sameModel } from '../core/store.ts'
import { PickerButton } from '../ui/PickerButton.tsx'
import { SearchableSelect } from '../ui/SearchableSelect.tsx'

interface VoiceModelPickerProps {
  chosen: ModelReference | null
  /** The models with voices of their own, listed by their providers or not. */
  own: readonly ModelReference[]
  onChoose: (model: ModelReference | null) => void
}

const all = ''

/**
 * Chooses the model whose voices are edited, or all; models with voices of their own come first.
 */
export function VoiceModelPicker({ chosen, own, onChoose }: VoiceModelPickerProps): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom) ?? []
  const providers = useAtomValue(providersAtom) ?? []
  const nameOf = (model: ModelReference): string =>
    models.find((candidate) => sameModel(candidate, model))?.name ?? model.modelId
  const providerOf = ({ providerId }: ModelReference): string =>
    providers.find(({ id }) => id === providerId)?.name ?? providerId
  const hasOwn = (model: ModelReference): boolean => own.some((entry) => sameModel(entry, model))
  const others = models.filter((model) => !hasOwn(model))
  const name = chosen ? nameOf(chosen) : t('voices.allModels')
  return (
    <SearchableSelect
      trigger={<PickerButton aria-label={`${t('voices.model')}: ${name}`} text={name} />}
      listLabel={t('chat.model.list')}
      searchLabel={t('chat.model.search')}
      emptyText={t('chat.model.notFound')}
      groups={[
        { label: '', items: [{ value: all, label: t('voices.allModels') }] },
        {
          label: t('voices.ownVoices'),
          items: own.map((model) => ({
            value: valueOf(model),
            label: nameOf(model),
            description: providerOf(model),
          })),
        },
        ...providers.map(({ id, name: label }) => ({
          label,
          items: others
            .filter(({ providerId }) => providerId === id)
            .map((model) => ({ value: valueOf(model), label: model.name })),
        })),
      ]}
      value={chosen ? valueOf(chosen) : all}
      onSelect={(value) => {
        const model = [...own, ...models].find((candidate) => valueOf(candidate) === value)
        onChoose(model ? { providerId: model.providerId, modelId: model.modelId } : null)
      }}
    />
  )
}

function valueOf({ providerId, modelId }: ModelReference): string {
  return JSON.stringify([providerId, modelId])
}
