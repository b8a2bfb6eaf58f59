import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { installedPluginsAtom, pluginName } from '../installedPlugins.ts'
import type { LogFilter } from './logFilter.ts'
import { LogRow } from './LogRow.tsx'
import { useLog } from './useLog.ts'

/**
 * Lists the calls that a filter wants, and what was refused, the newest first. Another filter needs
 * another key.
 */
export function LogList({ filter }: { filter: LogFilter }): ReactNode {
  const { pluginId } = filter
  const { t } = useTranslation()
  const installed = useAtomValue(installedPluginsAtom) ?? []
  const { entries: shown, more, loadMore, reload, failure } = useLog(filter)
  return (
    <div className="space-y-3">
      {failure && (
        <ErrorAlert
          error={failure.error}
          since={failure.at}
          onAction={reload}
          offered={['retry']}
        />
      )}
      {!shown && !failure && <Skeleton className="h-20 w-full" />}
      {shown?.length === 0 && (
        <EmptyState title={t(isAll(filter) ? 'plugins.log.empty' : 'plugins.log.none')} />
      )}
      {shown && shown.length > 0 && (
        <ul aria-label={t('plugins.parts.log')} className="setting-group">
          {shown.map((entry) => (
            <LogRow
              key={entry.id}
              entry={entry}
              pluginName={
                pluginId === undefined ? pluginName(installed, entry.pluginId) : undefined
              }
              canRepeat={installed.some(
                ({ id, sheet }) =>
                  id === entry.pluginId && sheet.tools.some(({ name }) => name === entry.tool),
              )}
            />
          ))}
        </ul>
      )}
      {more && (
        <Button size="small" onClick={loadMore}>
          {t('plugins.log.more')}
        </Button>
      )}
    </div>
  )
}

function isAll({ verdicts, text = '' }: LogFilter): boolean {
  return !verdicts && text.trim() === ''
}
