import { Tabs } from '@base-ui/react/tabs'
import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsTargetAtom } from '../core/settingsTarget.ts'
import { settingsSections } from '../core/settingsTarget.ts'
import type { SettingsSection } from '../core/settingsTarget.ts'

interface SettingsViewProps {
  /** The content of each section; this view does not know the features behind it. */
  panels: Record<SettingsSection, ReactNode>
}

export function SettingsView({ panels }: SettingsViewProps): ReactNode {
  const { t } = useTranslation()
  const [target, setTarget] = useAtom(settingsTargetAtom)
  return (
    <Tabs.Root
      value={target.section}
      onValueChange={(section: SettingsSection) => setTarget({ section })}
      orientation="vertical"
      className="flex h-full flex-col md:flex-row"
    >
      <div className="shrink-0 bg-sunken px-3 pt-3 select-none md:w-56 md:pt-5">
        <h1 className="px-2.5 pb-2 text-base font-semibold">{t('settings.title')}</h1>
        <Tabs.List className="flex flex-wrap gap-1 pb-3 md:flex-col">
          {settingsSections.map((section) => (
            <Tabs.Tab
              key={section}
              value={section}
              className="pressable min-h-8 rounded-lg px-2.5 text-start text-sm text-muted hover:bg-hover data-active:bg-selected data-active:text-ink"
            >
              {t(`settings.sections.${section}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {settingsSections.map((section) => (
        <Tabs.Panel
          key={section}
          value={section}
          className="relative min-h-0 flex-1 [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 outline-none md:px-8"
        >
          <div className="mx-auto max-w-2xl">
            <h2 className="pb-3 text-lg font-semibold">{t(`settings.sections.${section}`)}</h2>
            {panels[section]}
          </div>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
