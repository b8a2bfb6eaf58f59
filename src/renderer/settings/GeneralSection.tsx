import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../shared/languages.ts'
import type { Preferences } from '../../shared/settings.ts'
import { preferencesAtom } from '../app/store.ts'
import { Select } from '../ui/Select.tsx'
import { DefaultModelSetting } from './DefaultModelSetting.tsx'
import { FontSizeSetting } from './FontSizeSetting.tsx'
import { SettingRow } from './SettingRow.tsx'
import { useUpdatePreferences } from './useUpdatePreferences.ts'

const themes: readonly Preferences['theme'][] = ['system', 'light', 'dark']

export function GeneralSection(): ReactNode {
  const { t } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const update = useUpdatePreferences()
  if (!preferences) return null
  return (
    <>
      <SettingRow title={t('settings.language.title')}>
        <Select<Preferences['language']>
          label={t('settings.language.title')}
          value={preferences.language}
          options={[
            { value: 'system', label: t('settings.language.system') },
            ...languages.map(({ locale, nativeName }) => ({
              value: locale,
              label: nativeName,
              lang: locale,
            })),
          ]}
          onValueChange={(language) => update({ language })}
        />
      </SettingRow>
      <SettingRow title={t('settings.theme.title')}>
        <Select<Preferences['theme']>
          label={t('settings.theme.title')}
          value={preferences.theme}
          options={themes.map((theme) => ({ value: theme, label: t(`settings.theme.${theme}`) }))}
          onValueChange={(theme) => update({ theme })}
        />
      </SettingRow>
      <FontSizeSetting
        key={preferences.fontSize}
        fontSize={preferences.fontSize}
        onChange={(fontSize) => update({ fontSize })}
      />
      <DefaultModelSetting
        chosen={preferences.defaultModel}
        onChange={(defaultModel) => update({ defaultModel })}
      />
    </>
  )
}
