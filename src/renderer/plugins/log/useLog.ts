import { useCallback, useEffect, useState } from 'react'
import type { LogEntry } from '../../../shared/plugins.ts'
import { api } from '../../core/bridge.ts'
import { useTask } from '../../core/useTask.ts'

const pageLength = 50

export interface Log {
  /** The newest first; undefined until main's first answer. */
  entries: readonly LogEntry[] | undefined
  /** Whether there are older ones. */
  more: boolean
  loadMore: () => void
  reload: () => void
  failure: ReturnType<typeof useTask>['failure']
}

/** Returns the log of one plugin or of all, page by page, and what is added to it meanwhile. */
export function useLog(pluginId: string | undefined): Log {
  const { run, failure } = useTask()
  const [entries, setEntries] = useState<readonly LogEntry[]>()
  const [more, setMore] = useState(false)
  const load = useCallback(
    (before: number | undefined) =>
      void run(async () => {
        const page = await api.plugins.log({
          ...(pluginId !== undefined && { id: pluginId }),
          ...(before !== undefined && { before }),
          limit: pageLength,
        })
        setEntries((known) => (before === undefined ? page : merge(known ?? [], page)))
        setMore(page.length === pageLength)
      }),
    [pluginId, run],
  )
  useEffect(() => {
    load(undefined)
    return api.plugins.logged((added) => {
      const own = added.filter((entry) => pluginId === undefined || entry.pluginId === pluginId)
      setEntries((known) => merge(own, known ?? []))
    })
  }, [load, pluginId])
  const oldest = entries?.at(-1)?.id
  return {
    entries,
    more,
    loadMore: () => load(oldest),
    reload: () => load(undefined),
    failure,
  }
}

/** Returns the entries of both lists once, the newest first. */
function merge(first: readonly LogEntry[], second: readonly LogEntry[]): LogEntry[] {
  const byId = new Map([...second, ...first].map((entry) => [entry.id, entry]))
  return [...byId.values()].toSorted((one, other) => other.id - one.id)
}
