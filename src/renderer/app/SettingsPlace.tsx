import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { recentChatsAtom } from '../chat/conversation/conversations.ts'
import { preferencesAtom } from '../core/store.ts'
import { DictationSettings } from '../dictation/settings/DictationSettings.tsx'
import { forgetOpenRows } from '../providers/openRows.ts'
import type { ModelUse } from '../providers/orderByUse.ts'
import { ProviderSettings } from '../providers/ProviderSettings.tsx'
import { useLocalWatch } from '../providers/useLocalWatch.ts'
import { TeamDatabase } from '../knowledge/TeamDatabase.tsx'
import { MediaSettings } from '../media/MediaSettings.tsx'
import { RealtimeSettings } from '../realtime/RealtimeSettings.tsx'
import { AboutSection } from '../settings/AboutSection.tsx'
import { GeneralSection } from '../settings/GeneralSection.tsx'
import { SettingsView } from '../settings/SettingsView.tsx'
import { SpeechSettings } from '../speech/settings/SpeechSettings.tsx'
import { UpdateSettings } from '../updates/UpdateSettings.tsx'
import { VoiceSettings } from '../voices/VoiceSettings.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import { useSearchKeys, useSettingSearch } from './useSettingSearch.ts'

/** Shows the settings, which each feature contributes. */
export function SettingsPlace(): ReactNode {
  const searchField = useRef<HTMLInputElement>(null)
  const search = useSettingSearch()
  const use = useModelUse()
  useSearchKeys(searchField)
  useLocalWatch()
  useEffect(() => forgetOpenRows, [])
  return (
    <SettingsView
      search={search}
      searchField={searchField}
      panels={{
        general: (
          <>
            <GeneralSection />
            <MediaSettings />
            <TeamDatabase />
          </>
        ),
        providers: <ProviderSettings use={use} />,
        voice: (
          <>
            <VoiceSettings />
            <RealtimeSettings />
            <SpeechSettings />
          </>
        ),
        dictation: <DictationSettings />,
        shortcuts: <ShortcutList />,
        about: (
          <>
            <UpdateSettings />
            <AboutSection />
          </>
        ),
      }}
    />
  )
}

/** Returns which models were used, for the order of the providers. */
function useModelUse(): ModelUse {
  const { conversations } = useAtomValue(recentChatsAtom)
  const recent = useAtomValue(preferencesAtom)?.recentModels ?? []
  return { chats: conversations, recent }
}
