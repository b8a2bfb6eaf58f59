import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { modelsAtom, providersAtom, sameModel } from '../app/store.ts'
import { PickerButton } from '../ui/PickerButton.tsx'
import { SearchableSelect } from '../ui/SearchableSelect.tsx'
import { SettingRow } from './SettingRow.tsx'

interface DefaultModelSettingProps {
  chosen: ModelReference | null
  onChange: (model: ModelReference | null) => void
}

const lastUsed = 'last-used'

export function DefaultModelSetting({ chosen, onChange }: DefaultModelSettingProps): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom) ?? []
  const providers = useAtomValue(providersAtom) ?? []
  const chosenModel = chosen && models.find((model) => sameModel(model, chosen))
  const chosenName = chosen
    ? (chosenModel?.name ?? chosen.modelId)
    : t('settings.defaultModel.last')
  const groups = [
    { label: '', items: [{ value: lastUsed, label: t('settings.defaultModel.last') }] },
    ...providers.map((provider) => ({
      label: provider.name,
      items: models
        .filter((model) => model.providerId === provider.id)
        .map((model) => ({ value: valueOf(model), label: model.name })),
    })),
  ]
  return (
    <SettingRow
      title={t('settings.defaultModel.title')}
      description={t('settings.defaultModel.description')}
    >
      <SearchableSelect
        trigger={
          <PickerButton
            aria-label={t('settings.defaultModel.button', { name: chosenName })}
            text={chosenName}
          />
        }
        listLabel={t('settings.defaultModel.title')}
        searchLabel={t('settings.defaultModel.search')}
        emptyText={t('settings.defaultModel.none')}
        groups={groups}
        value={chosen ? valueOf(chosen) : lastUsed}
        onSelect={(value) => {
          const model = models.find((candidate) => valueOf(candidate) === value)
          onChange(model ? { providerId: model.providerId, modelId: model.modelId } : null)
        }}
      />
    </SettingRow>
  )
}

function valueOf(model: ModelReference): string {
  return JSON.stringify([model.providerId, model.modelId])
}
