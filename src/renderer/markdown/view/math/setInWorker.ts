import type { Formula, SetFormula } from './setFormula.ts'
import { createSerialQueue } from '../../../../shared/serialQueue.ts'

/** A formula that takes longer is ended, with the worker that it runs in. */
const answerMilliseconds = 1000
const idleMilliseconds = 30_000

let worker: Promise<Worker> | undefined
let idle: ReturnType<typeof setTimeout> | undefined
/** One formula is set after the other, so that each has the time for itself. */
const inTurn = createSerialQueue()

/**
 * Has a formula set where it holds nothing up. Rejects where it is no longer wanted when its turn
 * comes.
 */
export function setInWorker(formula: Formula, isWanted: () => boolean): Promise<SetFormula> {
  return inTurn(() => {
    if (!isWanted()) throw new Error('It is no longer shown')
    return ask(formula)
  })
}

async function ask(formula: Formula): Promise<SetFormula> {
  clearTimeout(idle)
  worker ??= startWorker()
  const asked = await worker
  return new Promise<SetFormula>((resolve, reject) => {
    const timer = setTimeout(() => {
      stopWorker(asked)
      resolve('tooLarge')
    }, answerMilliseconds)
    asked.onmessage = ({ data }: MessageEvent<SetFormula>) => {
      clearTimeout(timer)
      idle = setTimeout(() => stopWorker(asked), idleMilliseconds)
      resolve(data)
    }
    asked.onerror = ({ message }) => {
      clearTimeout(timer)
      stopWorker(asked)
      reject(new Error(message))
    }
    asked.postMessage(formula)
  })
}

/** Resolves once it has loaded, which must not count as a formula's time. */
function startWorker(): Promise<Worker> {
  const started = new Worker(new URL('./mathWorker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    started.onmessage = () => resolve(started)
    started.onerror = ({ message }) => {
      stopWorker(started)
      reject(new Error(message))
    }
  })
}

function stopWorker(stopped: Worker): void {
  stopped.terminate()
  worker = undefined
}
