import type { CDPSession } from 'playwright'

interface TraceEvent {
  name: string
  cat: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** What of it the processor worked on, so that other programs are left out. */
  tdur?: number
}

/** What the page's main thread did; all in milliseconds. */
export interface MainThreadWork {
  /** From the first mark to the end. */
  total: number
  /** How long that took by the clock. */
  elapsed: number
  /** From each mark to the next, how long the main thread was busy. */
  perUpdate: number[]
  /** The longest time for which nothing else could happen. */
  longestTask: number
}

/**
 * No more than what is read: DevTools' timeline walks through all nodes of a page for each frame
 * that it records.
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
    // The task that a mark is set in belongs to that mark.
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
