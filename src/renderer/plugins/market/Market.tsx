import { useAtom, useSetAtom } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IndexEntry, PluginSource } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { pluginsViewAtom } from '../pluginsView.ts'
import { inspectionAtom } from '../sheet/inspection.ts'
import { AddSource } from './AddSource.tsx'
import { ConfiguredServers } from './ConfiguredServers.tsx'
import type { FileServer } from './ConfiguredServers.tsx'
import { MarketList } from './MarketList.tsx'

/** Offers plugins: by address, command or file, and from the index that comes with Parley. */
export function Market(): ReactNode {
  const { t } = useTranslation()
  const setInspection = useSetAtom(inspectionAtom)
  const reading = useTask()
  const [source, setSource] = useState<PluginSource>()
  const index = useIndex()
  const [listed, setListed] = useState<ListedServers>()
  const read = async (wanted: PluginSource): Promise<void> => {
    setSource(wanted)
    const inspection = await reading.run(() => api.plugins.inspect({ source: wanted }))
    if (inspection) setInspection(inspection)
  }
  /** Reads a new source. Of another client's file with several servers, the user chooses one. */
  const open = async (wanted: PluginSource): Promise<void> => {
    setListed(undefined)
    setSource(wanted)
    if (wanted.kind !== 'file') return read(wanted)
    const { bytes } = wanted
    const servers = await reading.run(() => api.plugins.serversInFile({ bytes }))
    if (!servers) return
    if (servers.length > 1) setListed({ file: wanted, servers })
    else await read(wanted)
  }
  const openLinked = useEffectEvent((wanted: PluginSource) => void open(wanted))
  const [view, setView] = useAtom(pluginsViewAtom)
  useEffect(() => {
    if (!view.source) return
    setView({ tab: view.tab })
    openLinked(view.source)
  }, [view, setView])
  const isEntry = source?.kind === 'index'
  const failure = reading.failure && (
    <ErrorAlert
      error={reading.failure.error}
      since={reading.failure.at}
      offered={['retry']}
      onAction={() => source && void read(source)}
      onDismiss={reading.clear}
    />
  )
  return (
    <div className="space-y-6">
      <AddSource busy={reading.running && !isEntry} onSource={(wanted) => void open(wanted)} />
      {!isEntry && failure}
      {listed && (
        <ConfiguredServers
          servers={listed.servers}
          busy={reading.running}
          onChoose={(server) => void read({ ...listed.file, server })}
          onClose={() => setListed(undefined)}
        />
      )}
      <p role="status" className="sr-only">
        {reading.running && t('plugins.add.reading')}
      </p>
      {index.failure && (
        <ErrorAlert error={index.failure.error} since={index.failure.at} onAction={index.load} />
      )}
      {!index.entries && !index.failure && <MarketSkeleton />}
      {index.entries && (
        <MarketList
          entries={index.entries}
          readingId={reading.running && isEntry ? source.id : undefined}
          onChoose={(id) => void read({ kind: 'index', id })}
        />
      )}
      {/* In sight of an entry far down the list, and without moving it. */}
      {isEntry && failure && (
        <div className="sticky bottom-4 z-10 rounded-xl shadow-popup">{failure}</div>
      )}
    </div>
  )
}

/** Holds the room of the list: the search, the categories, and more rows than a window shows. */
function MarketSkeleton(): ReactNode {
  return (
    <div className="space-y-3">
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-6 w-full" />
      <Skeleton className="h-[100vh] w-full" />
    </div>
  )
}

interface ListedServers {
  file: Extract<PluginSource, { kind: 'file' }>
  servers: readonly FileServer[]
}

interface Index {
  entries: readonly IndexEntry[] | undefined
  failure: ReturnType<typeof useTask>['failure']
  load: () => void
}

/** Returns the bundled index. */
function useIndex(): Index {
  const { run, failure } = useTask()
  const [entries, setEntries] = useState<readonly IndexEntry[]>()
  const load = useCallback(() => {
    void run(() => api.plugins.index({})).then((loaded) => loaded && setEntries(loaded))
  }, [run])
  useEffect(load, [load])
  return { entries, failure, load }
}
