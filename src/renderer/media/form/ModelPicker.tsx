import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaModel } from '../../../shared/media/media.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { errorText } from '../../core/errorText.ts'
import { modelKey, providersAtom, sameModel } from '../../core/store.ts'
import { formatDay } from '../../ui/formatAmount.ts'
import { PickerButton } from '../../ui/controls/PickerButton.tsx'
import { SearchableSelect } from '../../ui/controls/SearchableSelect.tsx'
import { kindsInOrder } from '../kindsInOrder.ts'
import { mediaModelsAtom } from '../mediaModels.ts'

interface ModelPickerProps {
  chosen: ModelReference | undefined
  onChoose: (model: MediaModel) => void
}

/** Chooses the model that makes something, by what it makes. */
export function ModelPicker({ chosen, onChoose }: ModelPickerProps): ReactNode {
  const { t, i18n } = useTranslation()
  const models = useAtomValue(mediaModelsAtom)?.models ?? []
  const current = chosen && models.find((model) => sameModel(model, chosen))
  const aboutOf = ({ providerName, retirement }: MediaModel): string => {
    if (!retirement) return providerName
    const day = formatDay(i18n.language, retirement.date)
    return `${providerName} · ${t('media.retires', { day })}`
  }
  return (
    <SearchableSelect
      triggerRole="combobox"
      trigger={
        <PickerButton
          aria-label={t('media.model')}
          text={current?.name ?? chosen?.modelId ?? t('media.chooseModel')}
        />
      }
      listLabel={t('media.model')}
      searchLabel={t('media.searchModels')}
      emptyText={t('media.gallery.none')}
      groups={kindsInOrder.map((kind) => ({
        label: t(`media.kinds.${kind}`),
        items: models
          .filter((model) => model.kind === kind)
          .map((model) => ({
            value: modelKey(model),
            label: model.name,
            description: aboutOf(model),
          })),
      }))}
      footer={<Failures />}
      value={chosen ? modelKey(chosen) : null}
      onSelect={(key) => {
        const model = models.find((one) => modelKey(one) === key)
        if (model) onChoose(model)
      }}
    />
  )
}

/** Says which services could not tell their models. */
function Failures(): ReactNode {
  const { t } = useTranslation()
  const failures = useAtomValue(mediaModelsAtom)?.failures ?? []
  const providers = useAtomValue(providersAtom) ?? []
  return failures.map(({ providerId, error }) => {
    const provider = providers.find(({ id }) => id === providerId)?.name
    const details = { ...(provider !== undefined && { provider }), ...error.details }
    return (
      <p key={providerId} className="px-3.5 pb-2 text-xs text-muted">
        {errorText(t, { ...error, details }).sentence}
      </p>
    )
  })
}
