import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import type { ChatPlugin } from '../../../shared/plugins/plugins.ts'
import type { ToolBudget } from '../../../shared/plugins/tools.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { formatDollars, formatNumber, formatPercentage } from '../../ui/formatAmount.ts'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { SwitchRow } from '../../ui/forms/SwitchRow.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { installedPluginsAtom } from '../installedPlugins.ts'
import { PluginMark } from '../PluginMark.tsx'
import { openPlugins } from '../pluginsView.ts'
import { useChatPlugins } from './useChatPlugins.ts'
import { useToolBudget } from './useToolBudget.ts'

interface ChatToolListProps {
  conversationId: string | null
  model: Model | undefined
  onLeave: () => void
}

/** Lists the plugins of a chat with their switches, and what they cost in each request. */
export function ChatToolList(props: ChatToolListProps): ReactNode {
  const { conversationId, model, onLeave } = props
  const { t } = useTranslation()
  const installed = useAtomValue(installedPluginsAtom)
  const { plugins, setOn, failure } = useChatPlugins(conversationId, installed)
  const budget = useToolBudget(conversationId, model, plugins)
  return (
    <>
      <div className="px-3.5 pt-3 pb-2">
        <h2 className="font-semibold">{t('plugins.chat.button')}</h2>
        <Total plugins={plugins ?? []} model={model} budget={budget} />
      </div>
      {failure && (
        <div className="px-2 pb-2">
          <ErrorAlert error={failure.error} since={failure.at} />
        </div>
      )}
      {!plugins && !failure && <Skeleton className="mx-3.5 mb-3 h-8" />}
      <ul className="min-h-0 overflow-y-auto overscroll-contain px-1.5">
        {plugins?.map((plugin) => (
          <PluginItem
            key={plugin.id}
            plugin={plugin}
            model={model}
            onChange={(on) => setOn(plugin.id, on)}
          />
        ))}
      </ul>
      <div className="border-t border-line p-1">
        <Button
          variant="quiet"
          size="small"
          className="w-full justify-start!"
          onClick={() => {
            onLeave()
            openPlugins({ tab: 'installed' })
          }}
        >
          {t('plugins.chat.manage')}
        </Button>
      </div>
    </>
  )
}

interface PluginItemProps {
  plugin: ChatPlugin
  model: Model | undefined
  onChange: (on: boolean) => void
}

function PluginItem({ plugin, model, onChange }: PluginItemProps): ReactNode {
  const { t, i18n } = useTranslation()
  const title = visibleText(plugin.title)
  const cost = t('plugins.chat.cost', {
    count: plugin.tools,
    tokens: formatNumber(i18n.language, plugin.tokens),
  })
  const money = dollarsFor(plugin.tokens, model)
  return (
    <SwitchRow
      title={title}
      detail={
        <>
          {cost}
          {money !== null && (
            <> {t('plugins.chat.money', { money: formatDollars(i18n.language, money) })}</>
          )}
        </>
      }
      mark={<PluginMark title={title} avatar={plugin.avatar} />}
      checked={plugin.on}
      onCheckedChange={onChange}
    />
  )
}

interface TotalProps {
  plugins: readonly ChatPlugin[]
  model: Model | undefined
  /** Main's count, with Parley's own tools. */
  budget: ToolBudget | undefined
}

/** Says what the tools add to each request, and which share of the model's window that is. */
function Total({ plugins, model, budget }: TotalProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const ofPlugins = plugins.reduce((sum, { on, tokens }) => (on ? sum + tokens : sum), 0)
  const total = budget?.tokens ?? ofPlugins
  const contextTokens = model?.contextTokens
  const tokens = t('plugins.tokens', { count: total, formatted: formatNumber(language, total) })
  const money = budget ? budget.dollarsPerHundredTurns : dollarsFor(total, model)
  const share = contextTokens && formatPercentage(language, total / contextTokens, 1)
  return (
    <p role="status" className="text-xs text-muted">
      {share ? t('plugins.chat.ofWindow', { tokens, share }) : tokens}
      {money !== null && <> {t('plugins.chat.money', { money: formatDollars(language, money) })}</>}
      {budget?.discovery === true && <> {t('plugins.chat.discovery')}</>}
    </p>
  )
}

const turns = 100
const priceUnit = 1_000_000

/** Returns what tokens cost in 100 requests to a model; null where its price is unknown. */
function dollarsFor(tokens: number, model: Model | undefined): number | null {
  return model?.price ? (tokens * turns * model.price.input) / priceUnit : null
}
