import { useAtomValue, useSetAtom } from 'jotai'
import { Blocks, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { installedPluginsAtom, loadPlugins, pluginsFailureAtom } from '../installedPlugins.ts'
import { pluginsViewAtom } from '../pluginsView.ts'
import { PluginRow } from './PluginRow.tsx'
import { removingAtom } from './removePlugin.ts'

/** Lists the installed plugins, and leads to more. */
export function InstalledList(): ReactNode {
  const { t } = useTranslation()
  const installed = useAtomValue(installedPluginsAtom)
  const failure = useAtomValue(pluginsFailureAtom)
  const removing = useAtomValue(removingAtom)
  const setView = useSetAtom(pluginsViewAtom)
  const addButton = useRef<HTMLButtonElement>(null)
  if (installed === undefined) return <Skeleton className="h-40 w-full" />
  const shown = installed.filter(({ id }) => !removing.has(id))
  return (
    <div className="space-y-5">
      {failure && (
        <ErrorAlert
          error={failure.error}
          since={failure.at}
          onAction={() => void loadPlugins()}
          offered={['retry']}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-60 flex-1 text-sm text-pretty text-muted">{t('plugins.intro')}</p>
        <Button
          ref={addButton}
          // In an open row the next step is a button of its own.
          variant={shown.length === 0 ? 'primary' : 'secondary'}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => setView({ tab: 'marketplace' })}
        >
          {t('plugins.add.button')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={Blocks} title={t('plugins.empty')} />
      ) : (
        <RowList label={t('plugins.tabs.installed')}>
          {shown.map((plugin) => (
            <PluginRow
              key={plugin.id}
              plugin={plugin}
              onRemoved={() => addButton.current?.focus()}
            />
          ))}
        </RowList>
      )}
    </div>
  )
}
