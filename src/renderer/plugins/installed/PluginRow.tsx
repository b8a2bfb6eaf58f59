import { Tabs } from '@base-ui/react/tabs'
import { useAtom, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DisclosureRow } from '../../ui/layout/DisclosureRow.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { LogList } from '../log/LogList.tsx'
import { PluginMark } from '../PluginMark.tsx'
import { pluginTabs, pluginsViewAtom } from '../pluginsView.ts'
import type { PluginTab, Trial } from '../pluginsView.ts'
import { usePluginChange } from '../usePluginChange.ts'
import { CheckForUpdate } from './CheckForUpdate.tsx'
import { PermissionsTab } from './PermissionsTab.tsx'
import { PluginState } from './PluginState.tsx'
import { removePlugin } from './removePlugin.ts'
import { ServerStatus } from './ServerStatus.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { ToolsTab } from './ToolsTab.tsx'

interface PluginRowProps {
  plugin: InstalledPlugin
  /** Called after it left the list, with the element that had the focus. */
  onRemoved: () => void
}

/** Shows an installed plugin as a row of the list, and its parts below while the row is open. */
export function PluginRow({ plugin, onRemoved }: PluginRowProps): ReactNode {
  const { id, sheet, enabled } = plugin
  const { t } = useTranslation()
  const { task, change } = usePluginChange()
  const { open, setOpen, tab, setTab, trial, element } = useShownPart(plugin)
  const title = visibleText(sheet.title)
  const remove = (): void => attempt(removePlugin(plugin).then(onRemoved))
  return (
    <li>
      <div ref={element} role="group" aria-label={title}>
        <DisclosureRow
          mark={<PluginMark title={title} avatar={sheet.avatar} />}
          title={title}
          note={<PluginState plugin={plugin} />}
          trailing={
            <Switch
              label={t('plugins.enabled')}
              labelHidden
              checked={enabled}
              onCheckedChange={(on) =>
                void change(() => api.plugins.setEnabled({ id, enabled: on }))
              }
            />
          }
          open={open}
          onOpenChange={setOpen}
        >
          <div className="space-y-4 px-3.5 pt-1 pb-4 @xl:ps-14.5">
            <p className="text-sm break-words text-muted">
              <bdi>{visibleText(sheet.description)}</bdi>
            </p>
            {sheet.format === 'mcp' && <ServerStatus plugin={plugin} />}
            <Tabs.Root value={tab} onValueChange={(next: PluginTab) => setTab(next)}>
              <Tabs.List className="flex flex-wrap gap-x-5 border-b border-line">
                {pluginTabs.map((name) => (
                  <Tabs.Tab
                    key={name}
                    value={name}
                    className="pressable -mb-px min-h-8 border-b-2 border-transparent text-sm text-muted hover:text-ink data-active:border-accent data-active:text-ink"
                  >
                    {t(`plugins.parts.${name}`)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value="tools" className="rounded-sm pt-3">
                <ToolsTab plugin={plugin} trial={trial} change={change} />
              </Tabs.Panel>
              <Tabs.Panel value="permissions" className="rounded-sm pt-3">
                <PermissionsTab plugin={plugin} change={change} />
              </Tabs.Panel>
              <Tabs.Panel value="settings" className="rounded-sm pt-3">
                <SettingsTab plugin={plugin} />
              </Tabs.Panel>
              <Tabs.Panel value="log" className="unframed rounded-sm">
                <LogList filter={{ pluginId: id }} />
              </Tabs.Panel>
            </Tabs.Root>
            <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3.5">
              <CheckForUpdate plugin={plugin} />
              <Button
                size="small"
                variant="quiet"
                className="flush-end text-muted"
                onClick={remove}
              >
                {t('plugins.remove.button', { name: title })}
              </Button>
            </div>
          </div>
        </DisclosureRow>
        {task.failure && (
          <div className="px-3.5 pb-3.5">
            <ErrorAlert error={task.failure.error} since={task.failure.at} />
          </div>
        )}
      </div>
    </li>
  )
}

interface ShownPart {
  open: boolean
  setOpen: (open: boolean) => void
  tab: PluginTab
  setTab: (tab: PluginTab) => void
  trial: Trial | undefined
  element: RefObject<HTMLDivElement | null>
}

/** Returns what is shown of a plugin. A link to it, such as that of the log, opens its row. */
function useShownPart({ id, state }: InstalledPlugin): ShownPart {
  const element = useRef<HTMLDivElement>(null)
  const [view] = useAtom(pluginsViewAtom)
  const setView = useSetAtom(pluginsViewAtom)
  const isWanted = view.pluginId === id
  const [open, setOpen] = useState(isWanted)
  const [tab, setTab] = useState<PluginTab>(
    view.pluginTab ?? (state === 'settingsMissing' ? 'settings' : 'tools'),
  )
  const [trial, setTrial] = useState<Trial>()
  useEffect(() => {
    if (!isWanted) return
    setOpen(true)
    if (view.pluginTab) setTab(view.pluginTab)
    setTrial(view.trial)
    element.current?.scrollIntoView({ block: 'nearest' })
    element.current?.querySelector('button')?.focus()
    setView({ tab: 'installed' })
  }, [isWanted, view, setView])
  return { open, setOpen, tab, setTab, trial, element }
}
