import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Parley } from '../e2e/launch.ts'
import { median } from './row.ts'
import type { Report } from './row.ts'
import { processorMilliseconds } from './speech/processorTime.ts'

const runs = 3
const seconds = 3

/**
 * Measures how often a thread of the app goes back to sleep while nothing happens: with a resting
 * caret, against a blinking one in the same window.
 */
export async function measureWakeUps({ app, composer }: Parley, report: Report): Promise<void> {
  const id = app.process().pid
  if (id === undefined) throw new Error('The app has no process')
  const blinking: number[] = []
  const resting: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await composer.fill(`Run ${String(run)}`)
    await delay(1000)
    blinking.push(await wakeUpsPerSecond(id))
    await composer.evaluate(
      (field) =>
        new Promise<void>((resolve) => {
          const isResting = () => field.style.getPropertyValue('caret-animation') === 'manual'
          const observer = new MutationObserver(
            () => isResting() && (observer.disconnect(), resolve()),
          )
          observer.observe(field, { attributeFilter: ['style'] })
        }),
    )
    await delay(1000)
    resting.push(await wakeUpsPerSecond(id))
  }
  report({
    name: 'wake-ups while nothing happens, with the focus in the composer',
    unit: '/s',
    samples: resting,
    against: { name: 'blinking caret', value: median(blinking) },
    aim: { most: 10 },
  })
}

async function wakeUpsPerSecond(rootProcess: number): Promise<number> {
  const before = sleepsOf(rootProcess)
  const start = performance.now()
  await delay(seconds * 1000)
  return ((sleepsOf(rootProcess) - before) * 1000) / (performance.now() - start)
}

/** Returns how often the threads of a process and its descendants have gone to sleep. */
function sleepsOf(rootProcess: number): number {
  let sum = 0
  for (const id of processorMilliseconds(rootProcess).keys()) {
    const threads = `/proc/${String(id)}/task`
    for (const thread of readdirSync(threads)) sum += sleepsIn(`${threads}/${thread}/status`)
  }
  return sum
}

function sleepsIn(statusFile: string): number {
  try {
    const status = readFileSync(statusFile, 'latin1')
    return Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? 0)
  } catch {
    // The thread has ended since it was listed.
    return 0
  }
}
