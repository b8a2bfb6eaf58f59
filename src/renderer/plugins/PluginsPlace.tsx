import { Tabs } from '@base-ui/react/tabs'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { followServers } from './followServers.ts'
import { InstalledList } from './installed/InstalledList.tsx'
import { loadPlugins } from './installedPlugins.ts'
import { ActivityPanel } from './log/ActivityPanel.tsx'
import { Market } from './market/Market.tsx'
import { pluginsTabs, pluginsViewAtom } from './pluginsView.ts'
import type { PluginsTab } from './pluginsView.ts'
import { InstallDialog } from './sheet/InstallDialog.tsx'

const panels: Readonly<Record<PluginsTab, () => ReactNode>> = {
  installed: InstalledList,
  marketplace: Market,
  activity: ActivityPanel,
}

/** Shows the plugins that are installed, those that could be, and what they did. */
export function PluginsPlace(): ReactNode {
  const { t } = useTranslation()
  const [view, setView] = useAtom(pluginsViewAtom)
  useEffect(() => void loadPlugins(), [])
  useEffect(followServers, [])
  return (
    <Tabs.Root
      value={view.tab}
      onValueChange={(tab: PluginsTab) => setView({ tab })}
      orientation="vertical"
      className="@container h-full"
    >
      <div className="flex h-full flex-col @3xl:flex-row">
        <div className="shrink-0 bg-sunken px-3 pt-3 select-none @3xl:w-56 @3xl:pt-5">
          <h1 className="px-2.5 pb-2 text-base font-semibold">{t('plugins.title')}</h1>
          <Tabs.List className="flex flex-wrap gap-1 pb-3 @3xl:flex-col">
            {pluginsTabs.map((tab) => (
              <Tabs.Tab
                key={tab}
                value={tab}
                className="pressable min-h-8 rounded-lg px-2.5 text-start text-sm text-muted hover:bg-hover data-active:bg-selected data-active:text-ink"
              >
                {t(`plugins.tabs.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        {pluginsTabs.map((tab) => (
          <Tabs.Panel
            key={tab}
            value={tab}
            className="relative min-h-0 flex-1 [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 outline-offset-[-2px] @3xl:px-8"
          >
            <div className="mx-auto max-w-2xl">
              <h2 className="pb-3 text-lg font-semibold">{t(`plugins.tabs.${tab}`)}</h2>
              <Panel tab={tab} />
            </div>
          </Tabs.Panel>
        ))}
      </div>
      <InstallDialog />
    </Tabs.Root>
  )
}

function Panel({ tab }: { tab: PluginsTab }): ReactNode {
  const Content = panels[tab]
  return <Content />
}
