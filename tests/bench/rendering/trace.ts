import type { CDPSession } from 'playwright'

interface TraceEvent {
  name: string
  cat: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** The CPU time of the task, which excludes other programs. */
  tdur?: number
}

/** The work of the page's main thread, in milliseconds. */
export interface MainThreadWork {
  /** The busy time from the first mark to the end. */
  total: number
  /** The elapsed time of the same interval. */
  elapsed: number
  /** The busy time between neighbouring marks. */
  perUpdate: number[]
  /** The longest time for which the main thread was blocked. */
  longestTask: number
}

/**
 * Records only the categories that are read: DevTools' timeline walks all nodes of a page for each
 * recorded frame.
 */
const categories = ['toplevel', 'blink.user_timing']
const taskName = 'ThreadControllerImpl::RunTask'

/** Records all tasks of the main thread while `work` runs in the page. */
export async function traceMainThread<Result>(
  browserSession: CDPSession,
  marks: { update: string; end: string },
  work: () => Promise<Result>,
): Promise<{ result: Result; work: MainThreadWork }> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }): void => {
    for (const event of value as TraceEvent[]) {
      if (event.name === taskName || event.cat.includes('user_timing')) events.push(event)
    }
  }
  browserSession.on('Tracing.dataCollected', collect)
  await browserSession.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  })
  const result = await work()
  const complete = new Promise((resolve) => browserSession.once('Tracing.tracingComplete', resolve))
  await browserSession.send('Tracing.end')
  await complete
  browserSession.off('Tracing.dataCollected', collect)
  return { result, work: sumTasks(events, marks) }
}

function sumTasks(events: TraceEvent[], marks: { update: string; end: string }): MainThreadWork {
  const isMark = ({ name }: TraceEvent): boolean => name === marks.update || name === marks.end
  const marked = events.filter(isMark).toSorted((first, second) => first.ts - second.ts)
  const [first, last] = [marked[0], marked.at(-1)]
  if (!first || !last) throw new Error('The trace holds no update.')
  const perUpdate = marked.slice(1).map(() => 0)
  let longestTask = 0
  for (const task of events) {
    if (task.name !== taskName || task.pid !== first.pid || task.tid !== first.tid) continue
    const end = task.ts + (task.dur ?? 0)
    // A task that sets a mark counts for that mark.
    if (end < first.ts || task.ts > last.ts) continue
    const index = marked.findLastIndex(({ ts }) => ts <= end)
    const at = Math.min(index, perUpdate.length - 1)
    const milliseconds = (task.tdur ?? task.dur ?? 0) / 1000
    perUpdate[at] = (perUpdate[at] ?? 0) + milliseconds
    longestTask = Math.max(longestTask, milliseconds)
  }
  return {
    total: perUpdate.reduce((sum, milliseconds) => sum + milliseconds, 0),
    elapsed: (last.ts - first.ts) / 1000,
    perUpdate,
    longestTask,
  }
}
