import { useCallback, useEffect, useState } from 'react'
import type { LogEntry } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { useTask } from '../../core/useTask.ts'
import { isWanted, logInput, type LogFilter } from './logFilter.ts'

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

/**
 * Returns the entries of the log that a filter wants, page by page, and what is added meanwhile.
 * Another filter needs another list: give the component that uses it a key.
 */
export function useLog(wanted: LogFilter): Log {
  const [filter] = useState(wanted)
  const { run, failure } = useTask()
  const [entries, setEntries] = useState<readonly LogEntry[]>()
  const [more, setMore] = useState(false)
  const load = useCallback(
    (before: number | undefined) =>
      void run(async () => {
        const page = await api.plugins.log({
          ...logInput(filter),
          ...(before !== undefined && { before }),
          limit: pageLength,
        })
        setEntries((known) => (before === undefined ? page : merge(known ?? [], page)))
        setMore(page.length === pageLength)
      }),
    [filter, run],
  )
  useEffect(() => {
    load(undefined)
    return api.plugins.logged((added) => {
      const own = added.filter((entry) => isWanted(entry, filter))
      // A call that ends may not be wanted any more.
      const ids = new Set(added.map(({ id }) => id))
      setEntries((known) =>
        merge(
          own,
          (known ?? []).filter(({ id }) => !ids.has(id)),
        ),
      )
    })
  }, [load, filter])
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
