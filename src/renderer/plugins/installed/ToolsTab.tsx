import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { Trial } from '../pluginsView.ts'
import { noteText } from '../sheet/noteText.ts'
import { ToolRow } from '../sheet/ToolRow.tsx'
import { withToolOn } from '../sheet/choices.ts'
import { pluginsTexts } from '../texts.ts'
import type { PluginChange } from '../usePluginChange.ts'

const tester = lazyComponent(
  async () => (await import('../tester/Tester.tsx')).Tester,
  [pluginsTexts],
)

interface ToolsTabProps {
  plugin: InstalledPlugin
  /** The call to try again. */
  trial: Trial | undefined
  change: PluginChange['change']
}

/** Lists a plugin's tools: which of them models get, what each costs, and a way to try it. */
export function ToolsTab({ plugin, trial, change }: ToolsTabProps): ReactNode {
  const { id, sheet, choices } = plugin
  const { t } = useTranslation()
  const [trying, setTrying] = useState<Trial | undefined>(trial)
  const [shownTrial, setShownTrial] = useState(trial)
  if (shownTrial !== trial) {
    setShownTrial(trial)
    if (trial) setTrying(trial)
  }
  const missing = sheet.notes.filter(({ code }) => code === 'toolsLeftOut' || code === 'toolsCut')
  if (sheet.tools.length === 0 && missing.length === 0) {
    return (
      <p className="text-sm text-muted">
        {t(sheet.format === 'mcp' ? 'plugins.tool.later' : 'plugins.tool.none')}
      </p>
    )
  }
  return (
    <>
      {missing.map((note) => (
        <p key={note.code} className="pb-3 text-sm text-muted">
          {noteText(t, note)}
        </p>
      ))}
      <ul className="divide-y divide-line">
        {sheet.tools.map((tool) => {
          const isTried = trying?.tool === tool.name
          return (
            <li key={tool.name} className="py-3 first:pt-0 last:pb-0">
              <ToolRow
                tool={tool}
                on={!choices.toolsOff.includes(tool.name)}
                onChange={(on) =>
                  void change(() =>
                    api.plugins.setChoices({ id, choices: withToolOn(choices, tool.name, on) }),
                  )
                }
              >
                <Button
                  size="small"
                  aria-expanded={isTried}
                  onClick={() =>
                    setTrying(isTried ? undefined : { tool: tool.name, arguments: '{}' })
                  }
                >
                  {t('plugins.tester.try')}
                  <span className="sr-only">{tool.title || tool.name}</span>
                </Button>
              </ToolRow>
              {isTried && (
                <tester.Component
                  key={trying.arguments}
                  pluginId={id}
                  tool={tool}
                  initialArguments={trying.arguments}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
