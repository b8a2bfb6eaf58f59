import { useAtomValue } from 'jotai'
import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { modelsAtom, providersAtom, sameModel } from '../app/store.ts'
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
          <button
            type="button"
            aria-label={t('settings.defaultModel.button', { name: chosenName })}
            className="pressable inline-flex min-h-9 max-w-72 min-w-40 items-center justify-between gap-2 rounded-lg bg-control px-3 text-sm hover:bg-control-strong"
          >
            <span className="truncate">{chosenName}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
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
