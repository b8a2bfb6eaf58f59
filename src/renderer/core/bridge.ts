import { AppError, fromWire } from '../../shared/errors.ts'
import type { Contract } from '../../shared/ipc/contract.ts'
import type { Client } from '../../shared/ipc/define.ts'
import type { Bridge, StreamMessage } from '../../shared/ipc/wire.ts'

declare global {
  interface Window {
    readonly bridge: Bridge
  }
}

export type Api = Client<Contract>

type StreamName = {
  [Feature in keyof Contract]: {
    [Name in keyof Contract[Feature]]: Contract[Feature][Name] extends { kind: 'stream' }
      ? `${Feature}.${Name & string}`
      : never
  }[keyof Contract[Feature]]
}[keyof Contract]

/** The names of the streams, once more: the contract's schemas stay out of this bundle. */
const streamNames: Record<StreamName, true> = {
  'app.hearing': true,
  'app.opened': true,
  'chat.reply': true,
  'completions.continueText': true,
  'media.sketch': true,
  'providers.diagnose': true,
  'providers.watchLocal': true,
}

type Listener = (payload: unknown) => void

/** Returns the typed client of main. It reads the bridge at the first call. */
export function createClient(getBridge: () => Bridge): Api {
  const features = new Map<string, unknown>()
  const client = new Proxy(
    {},
    {
      get: (_target, feature) => {
        if (typeof feature !== 'string') return undefined
        if (!features.has(feature)) features.set(feature, createFeature(getBridge, feature))
        return features.get(feature)
      },
    },
  )
  return client as Api
}

function createFeature(getBridge: () => Bridge, feature: string): unknown {
  return new Proxy(
    {},
    {
      get: (_target, name) => {
        if (typeof name !== 'string') return undefined
        const path = `${feature}.${name}`
        if (Object.hasOwn(streamNames, path)) {
          return (input: unknown, signal?: AbortSignal) =>
            readStream(getBridge(), path, input, signal)
        }
        return (input: unknown) =>
          typeof input === 'function'
            ? getBridge().on(path, input as Listener)
            : call(getBridge(), path, input)
      },
    },
  )
}

async function call(bridge: Bridge, name: string, input: unknown): Promise<unknown> {
  const reply = await bridge.call(name, input)
  if (!reply.ok) throw fromWire(reply.error)
  return reply.value
}

/**
 * Yields the frames of one stream. The stream opens at the first read, closes when the loop ends,
 * and throws `aborted` when the signal fires.
 */
async function* readStream(
  bridge: Bridge,
  name: string,
  input: unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  throwIfAborted(signal)
  let arrived: StreamMessage[] = []
  let wake = (): void => {}
  const close = bridge.stream(name, input, (message) => {
    arrived.push(message)
    wake()
  })
  const onAbort = (): void => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    for (;;) {
      const messages = arrived
      arrived = []
      for (const message of messages) {
        if (message.type === 'end') return
        if (message.type === 'error') throw fromWire(message.error)
        for (const frame of message.frames) {
          throwIfAborted(signal)
          yield frame
        }
      }
      throwIfAborted(signal)
      if (arrived.length > 0) continue
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    close()
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('aborted', 'The page gave the stream up')
}

/**
 * Returns the path of a file that the user dropped or chose, or of a folder; empty if the system
 * does not tell.
 */
export function filePath(file: File): string {
  return window.bridge.pathOf?.(file) ?? ''
}

/** The page's client of main. */
export const api = createClient(() => window.bridge)
