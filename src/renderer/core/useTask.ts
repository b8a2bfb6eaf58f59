import { useCallback, useRef, useState } from 'react'
import type { WireError } from '../../shared/errors.ts'
import { toWire } from '../../shared/errors.ts'

export interface Task {
  running: boolean
  /** The error and time of the last failed run. */
  failure: { error: WireError; at: number } | undefined
  /** Runs the work unless it is running. Resolves to undefined if it failed or did not run. */
  run: <Value>(work: () => Promise<Value>) => Promise<Value | undefined>
  clear: () => void
}

/** Returns a runner for one request to main at a time, with its outcome. */
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
