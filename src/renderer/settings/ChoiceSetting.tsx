import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelSelect } from '../core/models/ModelSelect.tsx'
import { modelsAtom, preferencesAtom, providersAtom } from '../core/store.ts'
import { Select } from '../ui/controls/Select.tsx'
import { Switch } from '../ui/controls/Switch.tsx'
import { modelFromText, modelText } from './choices.ts'
import type { Choice, ChoiceOption } from './choices.ts'
import { SettingRow } from './SettingRow.tsx'
import { settingsTable } from './settingsTable.ts'
import type { ChoiceId } from './settingsTable.ts'
import { updatePreferences } from '../core/updatePreferences.ts'

interface ChoiceSettingProps {
  setting: ChoiceId
}

/** Shows a setting with a few values as a select. */
export function SelectSetting({ setting }: ChoiceSettingProps): ReactNode {
  const choice = useChoice(setting)
  if (!choice) return null
  return (
    <SettingRow setting={setting}>
      <Select
        label={choice.title}
        value={choice.value}
        options={choice.options}
        onValueChange={choice.set}
      />
    </SettingRow>
  )
}

/** Shows a setting that is on or off. */
export function SwitchSetting({ setting }: ChoiceSettingProps): ReactNode {
  const choice = useChoice(setting)
  if (!choice) return null
  return (
    <SettingRow setting={setting}>
      <Switch
        label={choice.title}
        labelHidden
        checked={choice.value === 'on'}
        onCheckedChange={(checked) => choice.set(checked ? 'on' : 'off')}
      />
    </SettingRow>
  )
}

/** Shows a setting whose value is a model that chats. */
export function ModelSetting({ setting }: ChoiceSettingProps): ReactNode {
  const choice = useChoice(setting)
  if (!choice) return null
  const [unchosen] = choice.options
  return (
    <SettingRow setting={setting}>
      <ModelSelect
        task="chat"
        label={choice.title}
        chosen={modelFromText(choice.value)}
        unchosenText={unchosen?.label ?? ''}
        onChoose={(model) => choice.set(modelText(model))}
      />
    </SettingRow>
  )
}

interface CurrentChoice {
  title: string
  options: ChoiceOption[]
  value: string
  set: (value: string) => void
}

/** Returns the choice with its current values; undefined until the preferences are known. */
function useChoice(setting: ChoiceId): CurrentChoice | undefined {
  const { t, i18n } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const models = useAtomValue(modelsAtom) ?? []
  const providers = useAtomValue(providersAtom) ?? []
  if (!preferences) return undefined
  const choice: Choice = settingsTable[setting].choice
  return {
    title: t(settingsTable[setting].titleKey),
    options: choice.options({ t, language: i18n.language, preferences, models, providers }),
    value: choice.valueOf(preferences),
    set: (value) => updatePreferences(choice.patchFor(value, preferences)),
  }
}
