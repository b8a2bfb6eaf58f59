import { setTimeout as delay } from 'node:timers/promises'

const lookMilliseconds = 5
const restMilliseconds = 300

export interface WatchedWork {
  seconds: number
  /** The processor time of the whole process. */
  processorSeconds: number
  /** The most memory of the process above what it had before, in MB. */
  megabytes: number
}

/** Measures work in a process that does nothing else. It needs `--expose-gc`. */
export async function watchMemory(work: () => Promise<void>): Promise<WatchedWork> {
  globalThis.gc?.()
  await delay(restMilliseconds)
  const idle = process.memoryUsage.rss()
  let peak = idle
  const looks = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, lookMilliseconds)
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  clearInterval(looks)
  return { seconds, processorSeconds: (user + system) / 1e6, megabytes: (peak - idle) / 1e6 }
}
