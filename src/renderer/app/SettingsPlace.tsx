import type { ReactNode } from 'react'
import { DictationSettings } from '../dictation/settings/DictationSettings.tsx'
import { ProviderSettings } from '../providers/ProviderSettings.tsx'
import { useLocalWatch } from '../providers/useLocalWatch.ts'
import { RealtimeSettings } from '../realtime/RealtimeSettings.tsx'
import { AboutSection } from '../settings/AboutSection.tsx'
import { GeneralSection } from '../settings/GeneralSection.tsx'
import { SettingsView } from '../settings/SettingsView.tsx'
import { SpeechSettings } from '../speech/settings/SpeechSettings.tsx'
import { VoiceSettings } from '../voices/VoiceSettings.tsx'
import { ShortcutList } from './ShortcutList.tsx'

/** Shows the settings, which each feature contributes. */
export function SettingsPlace(): ReactNode {
  useLocalWatch()
  return (
    <SettingsView
      panels={{
        general: <GeneralSection />,
        providers: <ProviderSettings />,
        voice: (
          <>
            <VoiceSettings />
            <RealtimeSettings />
            <SpeechSettings />
          </>
        ),
        dictation: <DictationSettings />,
        shortcuts: <ShortcutList />,
        about: <AboutSection />,
      }}
    />
  )
}
