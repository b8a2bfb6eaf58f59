import { Worker } from 'node:worker_threads'

export interface GrabRequest {
  accelerator: string
  /** True to grab the key, false to release it. */
  wanted: boolean
  /** A number that becomes 1 after success and 2 after a failure. */
  answer: SharedArrayBuffer
}

export interface KeyGrabber {
  /** Returns false if there is no X server or another program has the key. */
  grab(accelerator: string, onPressed: () => void): boolean
  release(accelerator: string): void
}

const patienceMilliseconds = 3000

/** Grabs keys and waits synchronously, as Electron's `globalShortcut.register` requires. */
export function createKeyGrabber(): KeyGrabber {
  const callbacks = new Map<string, () => void>()
  let worker: Worker | undefined

  const start = (): Worker => {
    const started = new Worker(new URL('./grabWorker.ts', import.meta.url), { execArgv: [] })
    started.unref()
    started.on('message', (accelerator: string) => callbacks.get(accelerator)?.())
    started.on('error', () => (worker = undefined))
    return started
  }

  const ask = (accelerator: string, wanted: boolean): boolean => {
    worker ??= start()
    const answer = new SharedArrayBuffer(4)
    const request: GrabRequest = { accelerator, wanted, answer }
    worker.postMessage(request)
    const cell = new Int32Array(answer)
    Atomics.wait(cell, 0, 0, patienceMilliseconds)
    return Atomics.load(cell, 0) === 1
  }

  return {
    grab(accelerator, onPressed) {
      if (!ask(accelerator, true)) return false
      callbacks.set(accelerator, onPressed)
      return true
    },
    release(accelerator) {
      if (callbacks.delete(accelerator)) ask(accelerator, false)
    },
  }
}
