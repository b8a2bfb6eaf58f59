import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginTool } from '../../../shared/plugins/pluginSheet.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { visibleText } from '../../ui/visibleText.ts'

interface ToolRowProps {
  tool: PluginTool
  /** Whether models get it. */
  on: boolean
  onChange: (on: boolean) => void
  /** Further controls. */
  children?: ReactNode
}

/** Shows a tool: what it says of itself, what its calls do, what it costs, and its switch. */
export function ToolRow({ tool, on, onChange, children }: ToolRowProps): ReactNode {
  const { t, i18n } = useTranslation()
  const name = visibleText(tool.title || tool.name)
  const tokens = t('plugins.tokens', {
    count: tool.tokens,
    formatted: formatNumber(i18n.language, tool.tokens),
  })
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1 space-y-1">
        <h4 className="text-sm font-medium break-words">
          <bdi>{name}</bdi>
        </h4>
        <p
          dir="auto"
          className="selectable own-direction text-sm wrap-anywhere whitespace-pre-wrap"
        >
          {visibleText(tool.description)}
        </p>
        <p className="pb-1 text-xs break-words text-muted">
          <Facts facts={[effectText(t, tool), tokens]} />
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {children}
          <Disclosure title={t('plugins.tool.parameters')} about={name}>
            <pre
              dir="ltr"
              tabIndex={0}
              role="group"
              aria-label={t('plugins.tool.parameters')}
              className="selectable max-h-72 overflow-auto rounded-lg bg-code px-3 py-2 text-xs break-words whitespace-pre-wrap"
            >
              {visibleText(JSON.stringify(tool.parameters, null, 2))}
            </pre>
          </Disclosure>
        </div>
      </div>
      <Switch label={name} labelHidden checked={on} onCheckedChange={onChange} />
    </div>
  )
}

/** Returns what a call of the tool does, in a sentence. */
function effectText(t: TFunction, { effect, destination }: PluginTool): string {
  if (destination === null) return t(`plugins.effect.${effect}.here`)
  return t(`plugins.effect.${effect}.there`, { host: visibleText(destination) })
}
