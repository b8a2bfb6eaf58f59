import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { preferencesAtom } from '../core/store.ts'
import { ModelSetting, SelectSetting } from './ChoiceSetting.tsx'
import { FontSizeSetting } from './FontSizeSetting.tsx'
import { SettingGroup } from './SettingGroup.tsx'
import { StartAtLoginSetting } from './StartAtLoginSetting.tsx'
import { ToolPermissions } from './ToolPermissions.tsx'
import { updatePreferences } from '../core/updatePreferences.ts'

export function GeneralSection(): ReactNode {
  const { t } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  if (!preferences) return null
  return (
    <>
      <SettingGroup>
        <SelectSetting setting="language" />
        <ModelSetting setting="defaultModel" />
        <StartAtLoginSetting />
      </SettingGroup>
      <SettingGroup title={t('settings.appearance')}>
        <SelectSetting setting="theme" />
        <FontSizeSetting
          key={preferences.fontSize}
          fontSize={preferences.fontSize}
          onChange={(fontSize) => updatePreferences({ fontSize })}
        />
        <SelectSetting setting="density" />
        <SelectSetting setting="textWidth" />
        <SelectSetting setting="codeFont" />
      </SettingGroup>
      <SettingGroup title={t('settings.chats')}>
        <SelectSetting setting="sendKey" />
      </SettingGroup>
      <SettingGroup title={t('settings.tools')}>
        <SelectSetting setting="currentTime" />
        <SelectSetting setting="calculate" />
        <SelectSetting setting="readAttachment" />
        <SelectSetting setting="searchChats" />
        <SelectSetting setting="fetchPage" />
      </SettingGroup>
      <ToolPermissions />
    </>
  )
}
