import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { modelKey, sameModel } from '../../core/store.ts'
import { PickerButton } from '../../ui/controls/PickerButton.tsx'
import { SearchableSelect } from '../../ui/controls/SearchableSelect.tsx'
import { mediaModelsAtom } from '../mediaModels.ts'
import { galleryFilterAtom } from '../mediaView.ts'

/** No model's key. */
const every = ''

/** Leaves only what one model made in the gallery. */
export function ModelFilter(): ReactNode {
  const { t } = useTranslation()
  const [filter, setFilter] = useAtom(galleryFilterAtom)
  const models = useAtomValue(mediaModelsAtom)?.models ?? []
  const { model: chosen } = filter
  if (models.length < 2 && !chosen) return null
  const name = chosen && (models.find((one) => sameModel(one, chosen))?.name ?? chosen.modelId)
  return (
    <SearchableSelect
      triggerRole="combobox"
      trigger={
        <PickerButton aria-label={t('media.kinds.madeBy')} text={name ?? t('media.kinds.models')} />
      }
      listLabel={t('media.kinds.madeBy')}
      searchLabel={t('media.searchModels')}
      emptyText={t('media.gallery.none')}
      groups={[
        { label: '', items: [{ value: every, label: t('media.kinds.models') }] },
        {
          label: t('media.kinds.madeBy'),
          items: models.map((model) => ({
            value: modelKey(model),
            label: model.name,
            description: model.providerName,
          })),
        },
      ]}
      value={chosen ? modelKey(chosen) : every}
      onSelect={(key) => {
        const model = models.find((one) => modelKey(one) === key)
        setFilter({
          ...filter,
          model: model ? { providerId: model.providerId, modelId: model.modelId } : null,
        })
      }}
    />
  )
}
