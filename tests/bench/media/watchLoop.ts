export interface LoopStalls {
  /** The longest time between two turns of the loop, in milliseconds. */
  longest: number
  /** The most processor time of this thread between two turns, in milliseconds. */
  busiest: number
}

/** Watches this thread's event loop while work goes on. */
export async function watchLoop(work: () => Promise<unknown>): Promise<LoopStalls> {
  const found: LoopStalls = { longest: 0, busiest: 0 }
  let last = look()
  const turns = setInterval(() => {
    const now = look()
    found.longest = Math.max(found.longest, now.at - last.at)
    found.busiest = Math.max(found.busiest, now.processor - last.processor)
    last = now
  }, 1)
  await work()
  clearInterval(turns)
  return found
}

function look(): { at: number; processor: number } {
  const { user, system } = process.threadCpuUsage()
  return { at: performance.now(), processor: (user + system) / 1000 }
}
