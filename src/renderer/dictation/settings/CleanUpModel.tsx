import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import { modelsAtom, providersAtom, sameModel } from '../../app/store.ts'
import { SettingRow } from '../../settings/SettingRow.tsx'
import { PickerButton } from '../../ui/PickerButton.tsx'
import { SearchableSelect } from '../../ui/SearchableSelect.tsx'

interface CleanUpModelProps {
  chosen: ModelReference | null
  onChange: (model: ModelReference | null) => void
}

const usual = 'default'

/** The model that cleans up and translates; the default one where none is chosen. */
export function CleanUpModel({ chosen, onChange }: CleanUpModelProps): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom) ?? []
  const providers = useAtomValue(providersAtom) ?? []
  const found = chosen && models.find((model) => sameModel(model, chosen))
  const name = chosen ? (found?.name ?? chosen.modelId) : t('dictation.settings.modelDefault')
  return (
    <SettingRow title={t('dictation.settings.model')}>
      <SearchableSelect
        trigger={
          <PickerButton aria-label={`${t('dictation.settings.model')}: ${name}`} text={name} />
        }
        listLabel={t('dictation.settings.model')}
        searchLabel={t('dictation.settings.modelSearch')}
        emptyText={t('dictation.settings.modelNone')}
        groups={[
          { label: '', items: [{ value: usual, label: t('dictation.settings.modelDefault') }] },
          ...providers.map(({ id, name: label }) => ({
            label,
            items: models
              .filter(({ providerId }) => providerId === id)
              .map((model) => ({ value: valueOf(model), label: model.name })),
          })),
        ]}
        value={chosen ? valueOf(chosen) : usual}
        onSelect={(value) => {
          const model = models.find((candidate) => valueOf(candidate) === value)
          onChange(model ? { providerId: model.providerId, modelId: model.modelId } : null)
        }}
      />
    </SettingRow>
  )
}

function valueOf({ providerId, modelId }: ModelReference): string {
  return JSON.stringify([providerId, modelId])
}
