import type { BenchOptions, Report } from '../row.ts'
import { createBurdens } from '../../markdown/hostile/burdens.ts'
import type { StageBrowser } from './stagePage.ts'
import { traceMainThread } from './trace.ts'
import { marks } from './traceUpdates.ts'

const repetitions = 2
const pieces = 15
const maxHoldMilliseconds = 100

/** Measures how long adversarial texts block the page, whole or in pieces. */
export async function measureHostile(
  browser: StageBrowser,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const { page, remount, collectGarbage, close } = await browser.open('parley')
  // The garbage of the text before is no part of this one's work.
  const clear = async (): Promise<void> => {
    await remount()
    await collectGarbage()
  }
  const hold = async (text: string): Promise<number> => {
    await clear()
    const atOnce = await traceMainThread(browser.session, marks, () =>
      page.evaluate((whole) => window.stage.finish(whole), text),
    )
    await clear()
    const streamed = await traceMainThread(browser.session, marks, () =>
      page.evaluate(([whole, each]) => window.stage.stream(whole, 0, each), [
        text,
        Math.ceil(text.length / pieces),
      ] as const),
    )
    return Math.max(atOnce.work.longestTask, streamed.work.longestTask)
  }
  for (const { name, text } of createBurdens()) {
    const samples: number[] = []
    for (let count = 0; count < (quick ? 1 : repetitions); count += 1)
      samples.push(await hold(text))
    report({
      name: `longest hold: ${name}`,
      unit: 'ms',
      samples,
      aim: { most: maxHoldMilliseconds },
    })
  }
  await close()
}
