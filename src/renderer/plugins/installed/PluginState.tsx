import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { StatusDot } from '../../ui/status/StatusDot.tsx'
import type { StatusTone } from '../../ui/status/StatusDot.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { formatList } from '../../ui/formatList.ts'
import { serverError, serverStatesAtom } from '../followServers.ts'
import { settingTitles } from '../settingTitles.ts'

const tones: Readonly<Record<InstalledPlugin['state'], StatusTone>> = {
  ready: 'success',
  off: 'neutral',
  settingsMissing: 'warning',
  failing: 'danger',
}

/** Shows whether a plugin can be used, and what its tools cost. */
export function PluginState({ plugin }: { plugin: InstalledPlugin }): ReactNode {
  const { t, i18n } = useTranslation()
  const { sheet, choices, missingSettings } = plugin
  const server = useAtomValue(serverStatesAtom).get(plugin.id)
  const failure = plugin.state === 'ready' ? serverError(server, plugin) : null
  const isStarting = plugin.state === 'ready' && server?.phase === 'starting'
  const state = failure ? 'failing' : plugin.state
  const offered = sheet.tools.filter(({ name }) => !choices.toolsOff.includes(name))
  const isUnknown = sheet.format === 'mcp' && sheet.tools.length === 0
  const tokens = offered.reduce((sum, tool) => sum + tool.tokens, 0)
  const titles = settingTitles(sheet.settings, missingSettings).map(visibleText)
  const text = {
    ready:
      offered.length === 0
        ? t(isUnknown ? 'plugins.tool.unknown' : 'plugins.toolsOff')
        : t('plugins.toolCost', {
            count: offered.length,
            tokens: formatNumber(i18n.language, tokens),
          }),
    off: t('plugins.state.off'),
    settingsMissing: t('plugins.state.settingsMissing', {
      names: formatList(i18n.language, titles),
    }),
    failing: failure ? t('plugins.server.failing') : t('plugins.state.failing'),
  }[state]
  return (
    <>
      <StatusDot tone={tones[state]} />
      <span className={state === 'failing' ? 'text-danger-ink' : undefined}>
        {isStarting ? t('plugins.server.starting') : text}
      </span>
    </>
  )
}
