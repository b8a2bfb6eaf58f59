import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { DictationPreferences, Hotkey } from '../../../shared/speech/dictation.ts'
import { preferencesAtom } from '../../core/store.ts'
import { ModelSetting, SelectSetting, SwitchSetting } from '../../settings/ChoiceSetting.tsx'
import { SettingBlock } from '../../settings/SettingRow.tsx'
import { isSettingShown } from '../../settings/settingsTable.ts'
import { updatePreferences } from '../../core/updatePreferences.ts'
import { AppModes } from './AppModes.tsx'
import { HotkeyField } from './HotkeyField.tsx'
import { SystemReport } from './SystemReport.tsx'
import { everyOf } from '../../core/everyOf.ts'
import { SettingGroup } from '../../settings/SettingGroup.tsx'

const hotkeys = everyOf<Hotkey>({ toggle: true, hold: true, readSelection: true })

/**
 * Shows the settings of dictation into any app: hotkeys, destination, and what works on this
 * system.
 */
export function DictationSettings(): ReactNode {
  const preferences = useAtomValue(preferencesAtom)
  const fields = useRef<HTMLDivElement>(null)
  if (!preferences) return null
  const { dictation } = preferences
  const setModes = (modes: DictationPreferences['modes']): void =>
    updatePreferences({ dictation: { ...dictation, modes } })
  return (
    <>
      <section className="pb-7">
        <div ref={fields} className="setting-group">
          {hotkeys.map((hotkey) => (
            <HotkeyField key={hotkey} hotkey={hotkey} accelerator={dictation.hotkeys[hotkey]} />
          ))}
        </div>
      </section>
      <SettingGroup>
        <SelectSetting setting="insertion" />
        <SelectSetting setting="cleanUp" />
        <SelectSetting setting="translateInto" />
        {isSettingShown('cleanUpModel', preferences) && <ModelSetting setting="cleanUpModel" />}
        {isSettingShown('appModes', preferences) && (
          <SettingBlock setting="appModes">
            <AppModes modes={dictation.modes} onChange={setModes} />
          </SettingBlock>
        )}
        <SwitchSetting setting="sounds" />
        <SwitchSetting setting="keepRunning" />
      </SettingGroup>
      <SystemReport
        revision={dictation.hotkeys}
        onChangeHotkey={(hotkey) =>
          fields.current?.children[hotkeys.indexOf(hotkey)]?.querySelector('button')?.focus()
        }
      />
    </>
  )
}
