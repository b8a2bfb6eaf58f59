import { parentPort } from 'node:worker_threads'
import { connectX } from './connection.ts'
import { createKeyGrabs } from './keyGrabs.ts'
import type { GrabRequest } from './keyGrabber.ts'

/** Grabs keys in a worker, so that main can wait synchronously for the X server's answer. */
const grabs = connectX().then((x) =>
  createKeyGrabs(x, (accelerator) => parentPort?.postMessage(accelerator)),
)

parentPort?.on('message', ({ accelerator, wanted, answer }: GrabRequest) => {
  const reply = (isDone: boolean): void => {
    const cell = new Int32Array(answer)
    Atomics.store(cell, 0, isDone ? 1 : 2)
    Atomics.notify(cell, 0)
  }
  grabs
    .then(async (keys) => {
      if (wanted) return keys.grab(accelerator)
      keys.release(accelerator)
      return true
    })
    .then(reply, () => reply(false))
})
