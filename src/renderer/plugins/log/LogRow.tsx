import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogEntry } from '../../../shared/plugins/plugins.ts'
import { errorText } from '../../core/errorText.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { formatBytes, formatDateTime, formatMilliseconds } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { openPlugins } from '../pluginsView.ts'
import { StrangersText } from '../sheet/StrangersText.tsx'

interface LogRowProps {
  entry: LogEntry
  /** Shown where the list holds several plugins. */
  pluginName: string | undefined
  /** Whether the tool still exists. */
  canRepeat: boolean
}

const troubles: readonly LogEntry['verdict'][] = ['failed', 'refused', 'denied']

/** Shows a call: what was called when, who got it, how it ended, and its arguments. */
export function LogRow({ entry, pluginName, canRepeat }: LogRowProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { tool, host, verdict, durationMilliseconds: duration, error } = entry
  const part = canRepeat ? undefined : partOf(entry)
  const title = part ? t(`plugins.log.parts.${part}`) : visibleText(tool)
  const textTitle = t(verdict === 'noted' ? 'plugins.log.text' : 'plugins.log.arguments')
  const facts = [
    formatDateTime(language, entry.at),
    host !== null && visibleText(host),
    duration !== null && formatMilliseconds(language, duration),
    entry.sentBytes > 0 && t('plugins.log.sent', { size: formatBytes(language, entry.sentBytes) }),
    entry.receivedBytes > 0 &&
      t('plugins.log.received', { size: formatBytes(language, entry.receivedBytes) }),
  ]
  return (
    <li className="space-y-1 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 flex-1 text-sm font-medium break-words">
          {pluginName !== undefined && (
            <>
              <bdi>{visibleText(pluginName)}</bdi>
              {' · '}
            </>
          )}
          <bdi>{title}</bdi>
        </p>
        <span
          className={
            troubles.includes(verdict)
              ? 'shrink-0 text-xs text-danger-ink'
              : 'shrink-0 text-xs text-muted'
          }
        >
          {t(`plugins.log.verdict.${verdict}`)}
        </span>
      </div>
      <p className="text-xs break-words text-muted">
        <Facts facts={facts} />
      </p>
      {error && <p className="text-sm break-words">{errorText(t, error).sentence}</p>}
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        {entry.arguments !== '' && (
          <Disclosure title={textTitle} about={title} className="min-w-0">
            <StrangersText text={entry.arguments} label={textTitle} />
          </Disclosure>
        )}
        {canRepeat && (
          <Button
            size="small"
            variant="quiet"
            onClick={() =>
              openPlugins({
                tab: 'installed',
                pluginId: entry.pluginId,
                pluginTab: 'tools',
                trial: { tool, arguments: entry.arguments },
              })
            }
          >
            {t('plugins.log.repeat')}
            <span className="sr-only">{tool}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

/** Returns the part of a plugin that an entry is about; undefined for a tool. */
function partOf({
  tool,
  verdict,
}: LogEntry): 'page' | 'program' | 'output' | 'list' | 'leftOut' | undefined {
  if (verdict === 'noted') return tool === 'list' || tool === 'leftOut' ? tool : 'output'
  return verdict === 'refused' && (tool === 'page' || tool === 'program') ? tool : undefined
}
