import type { ReactNode } from 'react'
import { ProviderSettings } from '../providers/ProviderSettings.tsx'
import { AboutSection } from '../settings/AboutSection.tsx'
import { GeneralSection } from '../settings/GeneralSection.tsx'
import { SettingsView } from '../settings/SettingsView.tsx'
import { ShortcutList } from './ShortcutList.tsx'

/** The settings, put together from the features that have some. */
export function SettingsPlace(): ReactNode {
  return (
    <SettingsView
      panels={{
        general: <GeneralSection />,
        providers: <ProviderSettings />,
        shortcuts: <ShortcutList />,
        about: <AboutSection />,
      }}
    />
  )
}
