import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import type { TaskOptions } from './content/callAsTask.ts'
import type { McpServer } from './mcpServer.ts'
import { createPatience, type Patience } from './patience.ts'

export interface CallProgress {
  done: number
  total: number | null
  message: string
  /** The state of the call's task; missing for no task. */
  task?: 'working' | 'waiting'
}

export type DuringOptions = RequestOptions & Pick<TaskOptions, 'onState'>

interface RunOptions {
  signal: AbortSignal
  onProgress?: (progress: CallProgress) => void
}

/** The calls that run at a server. */
export interface ServerCalls {
  /** Runs a call of the connected server, with a limit on its silence. */
  run: <T>(
    options: RunOptions,
    work: (client: Client, options: DuringOptions) => Promise<T>,
  ) => Promise<T>
  /** Does something for the calls that run: their time stands still, and it ends with them. */
  pausing: <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  areRunning: () => boolean
}

interface RunningCall {
  patience: Patience
  /** Fires once the call is over in any way. */
  ended: AbortSignal
}

/** A call may take as long as the server shows progress, but not for ever. */
const silenceMilliseconds = 120_000
const callMilliseconds = 3_600_000

export function createServerCalls(server: Pick<McpServer, 'use'>): ServerCalls {
  const running = new Set<RunningCall>()
  return {
    run: ({ signal, onProgress }, work) =>
      server.use(signal, async ({ client }) => {
        const patience = createPatience(silenceMilliseconds, signal)
        const over = new AbortController()
        const call = { patience, ended: AbortSignal.any([patience.signal, over.signal]) }
        running.add(call)
        try {
          return await work(client, {
            signal: patience.signal,
            timeout: callMilliseconds,
            onprogress({ progress, total, message }) {
              patience.renew()
              onProgress?.({ done: progress, total: total ?? null, message: message ?? '' })
            },
            // A task that tells its state shows that it lives, as progress does.
            onState: (message, task) => {
              patience.renew()
              onProgress?.({ done: 0, total: null, message, task })
            },
          })
        } finally {
          patience.end()
          running.delete(call)
          // The server may have answered and left a question open.
          over.abort()
        }
      }),
    async pausing(signal, work) {
      const calls = [...running]
      const goOn = calls.map(({ patience }) => patience.pause())
      const callsEnd = allAborted(calls.map(({ ended }) => ended))
      try {
        return await work(AbortSignal.any([signal, callsEnd]))
      } finally {
        for (const resume of goOn) resume()
      }
    },
    areRunning: () => running.size > 0,
  }
}

/** Returns a signal that fires once all of these have; at once for none. */
function allAborted(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController()
  let left = signals.filter((signal) => !signal.aborted).length
  if (left === 0) all.abort()
  for (const signal of signals) {
    signal.addEventListener('abort', () => --left === 0 && all.abort(), { once: true })
  }
  return all.signal
}
