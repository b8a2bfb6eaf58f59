import { useCallback, useEffect, useRef, useState } from 'react'
import { attempt } from '../../core/failures.ts'
import { useTask } from '../../core/useTask.ts'
import type { Task } from '../../core/useTask.ts'
import { loadMask, saveMask } from './maskStore.ts'
import { addStroke, redoStroke, undoStroke } from './maskStrokes.ts'
import type { MaskHistory, MaskStroke } from './maskStrokes.ts'

export interface MaskSteps {
  /** Undefined until the stored steps are read. */
  history: MaskHistory | undefined
  /** Why the stored steps could not be read. */
  failure: Task['failure']
  load: () => void
  add: (stroke: MaskStroke) => void
  undo: () => void
  redo: () => void
}

/** Returns the steps of a picture's mask. Each change is stored at once, for the next start too. */
export function useMaskHistory(fileId: string): MaskSteps {
  const [history, setHistory] = useState<MaskHistory>()
  const { run, failure } = useTask()
  const latest = useRef<MaskHistory>(undefined)
  /** One write at a time, in order. */
  const writing = useRef(Promise.resolve())
  const load = useCallback(async (): Promise<void> => {
    const read = await run(() => loadMask(fileId))
    // Without the stored steps nothing is drawn: the next write would replace them.
    if (!read) return
    latest.current = read
    setHistory(read)
  }, [fileId, run])
  useEffect(() => void load(), [load])
  const change = useCallback(
    (to: (history: MaskHistory) => MaskHistory): void => {
      const before = latest.current
      if (!before) return
      const after = to(before)
      if (after === before) return
      latest.current = after
      setHistory(after)
      const written = writing.current.then(() => saveMask(fileId, after))
      writing.current = written.catch(() => undefined)
      attempt(written)
    },
    [fileId],
  )
  return {
    history,
    failure,
    load: () => void load(),
    add: useCallback((stroke) => change((known) => addStroke(known, stroke)), [change]),
    undo: useCallback(() => change(undoStroke), [change]),
    redo: useCallback(() => change(redoStroke), [change]),
  }
}
