import { useCallback, useEffect, useState } from 'react'
import { toWire } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { modelListAtoms, store } from '../../core/store.ts'
import type { Task } from '../../core/useTask.ts'

const pauseMilliseconds = 3000

export interface FreshModels {
  failure: Task['failure']
  /** Asks the servers again which models they have and which are in memory. */
  refresh: () => Promise<void>
  /** Refreshes repeatedly until the returned function is called. */
  follow: () => () => void
}

/** Keeps the list of models up to date with the servers while it is shown. */
export function useFreshModels(): FreshModels {
  const [failure, setFailure] = useState<Task['failure']>()
  const refresh = useCallback(async () => {
    try {
      store.set(modelListAtoms.chat, await api.providers.models({ refresh: true }))
      setFailure(undefined)
    } catch (error) {
      setFailure({ error: toWire(error), at: Date.now() })
    }
  }, [])
  useEffect(() => void refresh(), [refresh])
  const follow = useCallback(() => {
    let isOver = false
    let timer: number
    const schedule = (): void => {
      if (!isOver) timer = window.setTimeout(() => void refresh().then(schedule), pauseMilliseconds)
    }
    schedule()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [refresh])
  return { failure, refresh, follow }
}
