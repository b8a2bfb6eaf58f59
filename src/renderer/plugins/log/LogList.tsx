import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogEntry } from '../../../shared/plugins.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { installedPluginsAtom, pluginName } from '../installedPlugins.ts'
import { LogRow } from './LogRow.tsx'
import { useLog } from './useLog.ts'

interface LogListProps {
  /** Undefined for all plugins. */
  pluginId?: string | undefined
  /** The outcomes to show; undefined for all. */
  verdicts?: readonly LogEntry['verdict'][] | undefined
}

/** Lists the calls of a plugin or of all, and what was refused, the newest first. */
export function LogList({ pluginId, verdicts }: LogListProps): ReactNode {
  const { t } = useTranslation()
  const installed = useAtomValue(installedPluginsAtom) ?? []
  const { entries, more, loadMore, reload, failure } = useLog(pluginId)
  const shown = entries?.filter(({ verdict }) => !verdicts || verdicts.includes(verdict))
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
      {shown?.length === 0 && <EmptyState title={t('plugins.log.empty')} />}
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
