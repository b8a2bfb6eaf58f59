import { useCallback, useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import { maxRemovedFiles } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { useTask, type Task } from '../../core/useTask.ts'

export type ListedFiles = Awaited<ReturnType<typeof api.serviceFiles.list>>

export interface ServiceFilesState {
  /** Undefined before the first answer. */
  listed: ListedFiles | undefined
  /** The ids of the files to delete. */
  chosen: ReadonlySet<string>
  choose: (ids: ReadonlySet<string>) => void
  /** Files that could not be deleted, and the first reason. */
  remaining: { count: number; error: WireError; at: number } | undefined
  task: Task
  remove: () => void
}

/** Lists the files at a provider while `open`. Those that nothing needs are chosen at first. */
export function useServiceFiles(providerId: string, open: boolean): ServiceFilesState {
  const task = useTask()
  const { run, clear } = task
  const [listed, setListed] = useState<ListedFiles>()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [remaining, setRemaining] = useState<ServiceFilesState['remaining']>()
  const load = useCallback(async () => {
    const next = await api.serviceFiles.list({ providerId })
    setListed(next)
    const unneeded = next.files.filter(
      ({ neededBy, canDelete }) => neededBy === 'nothing' && canDelete,
    )
    choose(new Set(unneeded.slice(0, maxRemovedFiles).map(({ id }) => id)))
  }, [providerId])
  useEffect(() => {
    if (!open) return
    void run(load)
    return () => {
      setListed(undefined)
      setRemaining(undefined)
      clear()
    }
  }, [open, run, load, clear])

  const remove = async (): Promise<void> => {
    await run(async () => {
      const files = (listed?.files ?? []).filter(({ id }) => chosen.has(id))
      const { remaining: kept, error } = await api.serviceFiles.remove({
        providerId,
        files: files.map(({ id, keyNumber, store }) => ({
          id,
          keyNumber,
          isStore: store !== undefined,
        })),
      })
      setRemaining(error ? { count: kept.length, error, at: Date.now() } : undefined)
      await load()
    })
  }
  return { ...{ listed, chosen, choose, remaining, task }, remove: () => void remove() }
}
