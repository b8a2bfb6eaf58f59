import { Worker } from 'node:worker_threads'

const stackMegabytes = 4
const maxYoungMegabytes = 16

/** Starts a thread without main's environment, and with a limit for its objects. */
export function startWorker(entry: string | URL, workerData: unknown, megabytes: number): Worker {
  const worker = new Worker(entry, {
    workerData,
    // The thread gets neither the environment, which may hold keys, nor main's own switches.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: megabytes,
      maxYoungGenerationSizeMb: Math.min(megabytes, maxYoungMegabytes),
      stackSizeMb: stackMegabytes,
    },
  })
  // Main never reads the output, so it fills no memory. A full pipe only makes the thread wait.
  worker.stdout.pause()
  worker.stderr.pause()
  // Without a listener, a thread that fails while it is ended would end main too.
  worker.on('error', () => undefined)
  return worker
}
