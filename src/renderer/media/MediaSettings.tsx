import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../core/failures.ts'
import { preferencesAtom, sameModel } from '../core/store.ts'
import { updatePreferences } from '../core/updatePreferences.ts'
import { SelectSetting, SwitchSetting } from '../settings/ChoiceSetting.tsx'
import { modelFromText, modelText } from '../settings/choices.ts'
import { SettingGroup } from '../settings/SettingGroup.tsx'
import { SettingRow } from '../settings/SettingRow.tsx'
import { PickerButton } from '../ui/controls/PickerButton.tsx'
import { SearchableSelect } from '../ui/controls/SearchableSelect.tsx'
import { loadMediaModels, mediaModelsAtom } from './mediaModels.ts'

/** Edits what media may cost unasked, what makes the pictures of chats, and what fal keeps. */
export function MediaSettings(): ReactNode {
  const { t } = useTranslation()
  const isOffered = useAtomValue(preferencesAtom)?.media.chatTool === true
  return (
    <SettingGroup title={t('media.title')}>
      <SelectSetting setting="mediaAskAbove" />
      <SwitchSetting setting="pictureTool" />
      {isOffered && <PictureModelSetting />}
      <SwitchSetting setting="deleteAtFal" />
    </SettingGroup>
  )
}

function PictureModelSetting(): ReactNode {
  const { t } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const models = useAtomValue(mediaModelsAtom)?.models ?? []
  const isNamed = Boolean(preferences?.media.chatModel)
  // Services are asked for their models only if one is to be named or chosen.
  useEffect(() => {
    if (isNamed) attempt(loadMediaModels())
  }, [isNamed])
  if (!preferences) return null
  const { chatModel } = preferences.media
  const title = t('settings.pictureModel.title')
  const last = t('settings.pictureModel.last')
  const current = chatModel && models.find((model) => sameModel(model, chatModel))
  return (
    <SettingRow setting="pictureModel">
      <SearchableSelect
        triggerRole="combobox"
        trigger={
          <PickerButton
            aria-label={title}
            onFocus={() => attempt(loadMediaModels())}
            text={chatModel ? (current?.name ?? chatModel.modelId) : last}
          />
        }
        listLabel={title}
        searchLabel={t('media.searchModels')}
        emptyText={t('media.gallery.none')}
        groups={[
          { label: '', items: [{ value: modelText(null), label: last }] },
          {
            label: t('media.kinds.image'),
            items: models
              .filter(({ kind, retirement }) => kind === 'image' && !retirement)
              .map((model) => ({
                value: modelText(model),
                label: model.name,
                description: model.providerName,
              })),
          },
        ]}
        value={modelText(chatModel)}
        onSelect={(text) =>
          updatePreferences({ media: { ...preferences.media, chatModel: modelFromText(text) } })
        }
      />
    </SettingRow>
  )
}
