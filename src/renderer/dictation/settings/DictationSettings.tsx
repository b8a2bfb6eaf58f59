import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/languages.ts'
import type {
  CleanUpMode,
  DictationPreferences,
  Hotkey,
  Insertion,
} from '../../../shared/dictation.ts'
import { preferencesAtom } from '../../app/store.ts'
import { SettingRow } from '../../settings/SettingRow.tsx'
import { useUpdatePreferences } from '../../settings/useUpdatePreferences.ts'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { AppModes } from './AppModes.tsx'
import { CleanUpModel } from './CleanUpModel.tsx'
import { HotkeyField } from './HotkeyField.tsx'
import { SystemReport } from './SystemReport.tsx'
import { useModeOptions } from './useModeOptions.ts'

const hotkeys: readonly Hotkey[] = ['toggle', 'hold', 'readSelection']
const insertions: readonly Insertion[] = ['paste', 'type', 'copy', 'composer', 'newChat']

/** Dictation into any app: its hotkeys, where the text goes, and what works on this system. */
export function DictationSettings(): ReactNode {
  const { t } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)?.dictation
  const updatePreferences = useUpdatePreferences()
  const modeOptions = useModeOptions()
  const fields = useRef<HTMLDivElement>(null)
  if (!preferences) return null
  const update = (patch: Partial<DictationPreferences>): void =>
    updatePreferences({ dictation: { ...preferences, ...patch } })
  const cleansUp = preferences.cleanUp !== 'none' || preferences.translateInto !== null
  return (
    <>
      <div ref={fields}>
        {hotkeys.map((hotkey) => (
          <HotkeyField key={hotkey} hotkey={hotkey} accelerator={preferences.hotkeys[hotkey]} />
        ))}
      </div>
      <SettingRow title={t('dictation.settings.insertion')}>
        <Select<Insertion>
          label={t('dictation.settings.insertion')}
          value={preferences.insertion}
          options={insertions.map((value) => ({
            value,
            label: t(`dictation.settings.insertions.${value}`),
          }))}
          onValueChange={(insertion) => update({ insertion })}
        />
      </SettingRow>
      <SettingRow
        title={t('dictation.settings.cleanUp')}
        description={t('dictation.settings.cleanUpHint')}
      >
        <Select<CleanUpMode>
          label={t('dictation.settings.cleanUp')}
          value={preferences.cleanUp}
          options={modeOptions}
          onValueChange={(cleanUp) => update({ cleanUp })}
        />
      </SettingRow>
      <SettingRow title={t('dictation.settings.translateInto')}>
        <Select<Locale | 'off'>
          label={t('dictation.settings.translateInto')}
          value={preferences.translateInto ?? 'off'}
          options={[
            { value: 'off', label: t('dictation.settings.translateOff') },
            ...languages.map(({ locale, nativeName }) => ({
              value: locale,
              label: nativeName,
              lang: locale,
            })),
          ]}
          onValueChange={(chosen) => update({ translateInto: chosen === 'off' ? null : chosen })}
        />
      </SettingRow>
      {cleansUp && (
        <CleanUpModel
          chosen={preferences.cleanUpModel}
          onChange={(cleanUpModel) => update({ cleanUpModel })}
        />
      )}
      {preferences.cleanUp !== 'none' && (
        <AppModes modes={preferences.modes} onChange={(modes) => update({ modes })} />
      )}
      <SettingRow
        title={t('dictation.settings.sounds')}
        description={t('dictation.settings.soundsHint')}
      >
        <Switch
          label={t('dictation.settings.sounds')}
          labelHidden
          checked={preferences.sounds}
          onCheckedChange={(sounds) => update({ sounds })}
        />
      </SettingRow>
      <SettingRow
        title={t('dictation.settings.keepRunning')}
        description={t('dictation.settings.keepRunningHint')}
      >
        <Switch
          label={t('dictation.settings.keepRunning')}
          labelHidden
          checked={preferences.keepRunning}
          onCheckedChange={(keepRunning) => update({ keepRunning })}
        />
      </SettingRow>
      <SystemReport
        revision={preferences.hotkeys}
        onChangeHotkey={(hotkey) =>
          fields.current?.children[hotkeys.indexOf(hotkey)]?.querySelector('button')?.focus()
        }
      />
    </>
  )
}
