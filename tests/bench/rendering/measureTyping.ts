import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../row.ts'
import type { BenchOptions, Report } from '../row.ts'
import { charactersPerToken, createDocument } from './documents.ts'
import type { TypingLoad } from './page/stage.ts'
import type { RendererName } from './page/renderers/renderer.ts'
import { createSamples } from './samples.ts'
import type { StageBrowser, StagePage } from './stagePage.ts'
import { traceMainThread } from './trace.ts'
import { marks } from './traceUpdates.ts'

const repetitions = 5
const tokens = 50_000
const tokensPerSecond = 1000
const seconds = 4
const betweenKeysMilliseconds = 97
const frameMilliseconds = 1000 / 60

const maxBusyRatio = 0.3
const maxKeyRatio = 0.5

const rivals = ['parley', 'streamdown'] as const satisfies RendererName[]

/** Measures a long answer at full speed while the user types. */
export async function measureTyping(
  browser: StageBrowser,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const text = createDocument(tokens + tokensPerSecond * (seconds + 1))
  const [busy, dropped, keys] = [
    createSamples<RendererName>(),
    createSamples<RendererName>(),
    createSamples<RendererName>(),
  ]
  for (let count = 0; count < (quick ? 2 : repetitions); count += 1) {
    for (const name of rivals) {
      const page = await browser.open(name)
      const { work, result } = await streamWhileTyping(browser, page, text)
      await page.close()
      busy.add(name, (work.total / work.elapsed) * 100)
      dropped.add(name, droppedShare(result.intervals))
      keys.add(name, median(result.keyDelays))
    }
  }
  const at = 'at 1,000 tokens/s'
  for (const name of rivals) {
    report({ name: `busy ${at}: ${name}`, unit: '%', samples: busy.of(name) })
    report({
      name: `dropped frames ${at}: ${name}`,
      unit: '%',
      samples: dropped.of(name),
      ...(name === 'parley' ? { aim: { most: 0 } } : {}),
    })
    report({ name: `key delay ${at}: ${name}`, unit: 'ms', samples: keys.of(name) })
  }
  report({
    name: `busy ${at}: parley / streamdown`,
    unit: '×',
    samples: busy.ratios('parley', 'streamdown'),
    aim: { most: maxBusyRatio },
  })
  report({
    name: `key delay ${at}: parley / streamdown`,
    unit: '×',
    samples: keys.ratios('parley', 'streamdown'),
    aim: { most: maxKeyRatio },
  })
}

async function streamWhileTyping(
  browser: StageBrowser,
  { page, session, ...stage }: StagePage,
  text: string,
) {
  const from = tokens * charactersPerToken
  await page.evaluate((head) => window.stage.show(head), text.slice(0, from))
  await stage.collectGarbage()
  return traceMainThread(browser.session, marks, async () => {
    const typing = new AbortController()
    const typed = (async () => {
      const sent: Promise<unknown>[] = []
      while (!typing.signal.aborted) {
        const key = { key: 'a', code: 'KeyA', text: 'a' }
        // A busy page answers late. The next key does not wait for it.
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }))
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a', code: 'KeyA' }))
        await delay(betweenKeysMilliseconds)
      }
      await Promise.all(sent)
    })()
    const measured: TypingLoad = await page.evaluate(
      ([whole, start, speed, duration]) =>
        window.stage.streamAndMeasure(whole, start, speed, duration),
      [text, from, tokensPerSecond * charactersPerToken, seconds] as const,
    )
    typing.abort()
    await typed
    return measured
  })
}

/** Returns dropped frames in per cent of the possible frames. */
function droppedShare(intervals: readonly number[]): number {
  const frames = intervals.map((interval) => Math.max(1, Math.round(interval / frameMilliseconds)))
  const due = frames.reduce((sum, count) => sum + count, 0)
  return ((due - frames.length) / due) * 100
}
