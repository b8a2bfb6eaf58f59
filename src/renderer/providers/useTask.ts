import { useCallback, useRef, useState } from 'react'
import type { WireError } from '../../shared/errors.ts'
import { toWire } from '../../shared/errors.ts'

export interface Task {
  running: boolean
  /** Why the last run failed, and when. */
  failure: { error: WireError; at: number } | undefined
  /** Runs it, unless it is running; the answer is undefined if it failed or did not run. */
  run: <Value>(work: () => Promise<Value>) => Promise<Value | undefined>
  clear: () => void
}

/** One thing that is asked of main at a time, with what became of it. */
export function useTask(): Task {
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<Task['failure']>()
  const busy = useRef(false)
  const run = useCallback<Task['run']>(async (work) => {
    if (busy.current) return undefined
    busy.current = true
    setRunning(true)
    setFailure(undefined)
    try {
      return await work()
    } catch (error) {
      setFailure({ error: toWire(error), at: Date.now() })
      return undefined
    } finally {
      busy.current = false
      setRunning(false)
    }
  }, [])
  const clear = useCallback(() => setFailure(undefined), [])
  return { running, failure, run, clear }
}
