import type { Page } from 'playwright'
import { discard, launch, type Parley } from '../../e2e/launch.ts'
import { seedGallery } from '../../e2e/seedGallery.ts'
import { createSamples } from '../rendering/samples.ts'
import { median, type BenchOptions, type Report } from '../row.ts'
import { processorMilliseconds, usedBetween } from '../speech/processorTime.ts'
import { latePercentOf, scrollGallery, showPictures, type Scrolling } from './galleryFrames.ts'

const many = 10_000
const few = 100
const maxOpenRatio = 1.3
/** Per cent of the frames while the gallery scrolls. */
const maxLatePercent = 2
/** A list of boxes that nothing is done with shows what the machine and its other work cost. */
const kinds = ['plain boxes', 'for the first time', 'back up'] as const
type Kind = (typeof kinds)[number]
const pace = { frames: 240, pixels: 60 }
const window = { x: 0, y: 0, width: 1280, height: 900, maximized: false }

/** Measures a gallery of 10,000 outputs: how soon its first row is there, and how it scrolls. */
export async function measureGallery(report: Report, { quick }: BenchOptions): Promise<void> {
  const small = await openApp(few)
  const large = await openApp(many)
  try {
    await measureOpening(report, { small, large }, quick ? 5 : 15)
    await small.close()
    await measureScrolling(report, large, quick ? 2 : 5)
  } finally {
    for (const parley of [small, large]) await discard(parley)
  }
}

async function openApp(count: number): Promise<Parley> {
  const folder = await seedGallery(count)
  const parley = await launch({ folder, settings: { window } })
  await parley.composer.waitFor()
  return parley
}

async function measureOpening(
  report: Report,
  apps: { small: Parley; large: Parley },
  times: number,
): Promise<void> {
  const opened = createSamples<'small' | 'large'>()
  const nodes = createSamples<'small' | 'large'>()
  // The first opening loads the place's code.
  for (let count = -1; count < times; count += 1) {
    for (const name of ['small', 'large'] as const) {
      const { page } = apps[name]
      const milliseconds = await openGallery(page)
      await page.waitForTimeout(500)
      const elements = await page.locator('[aria-label=Gallery] *').count()
      if (count >= 0) {
        opened.add(name, milliseconds)
        nodes.add(name, elements)
      }
      await page.getByRole('button', { name: 'Chats', exact: true }).click()
    }
  }
  report({ name: `first row of ${String(few)} outputs`, unit: 'ms', samples: opened.of('small') })
  report({ name: 'first row of 10,000 outputs', unit: 'ms', samples: opened.of('large') })
  report({
    name: 'first row: 10,000 outputs / 100',
    unit: '×',
    samples: opened.ratios('large', 'small'),
    aim: { most: maxOpenRatio },
  })
  report({
    name: 'elements of the gallery: 10,000 outputs / 100',
    unit: '×',
    samples: nodes.ratios('large', 'small'),
    aim: { most: 1.05 },
  })
}

/** Presses the place's button. Returns the milliseconds until the first row is painted. */
async function openGallery(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now()
    document.querySelector<HTMLElement>('nav [data-command=openMedia]')?.click()
    while (!document.querySelector('[data-tile]')) await new Promise(requestAnimationFrame)
    // Content of the document at one frame is on the screen at the next.
    await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
}

async function measureScrolling(report: Report, parley: Parley, times: number): Promise<void> {
  const { page } = parley
  await openGallery(page)
  await page.waitForTimeout(2000)
  const frames = createSamples<Kind>()
  const thread = createSamples<Kind>()
  const all = createSamples<Kind>()
  const threadWork = await countThreadWork(page)
  const process = parley.app.process().pid ?? 0
  for (let count = 0; count < times; count += 1) {
    // Down through what was not seen yet, and back up through it.
    for (const kind of kinds) {
      const direction = kind === 'back up' ? -1 : 1
      const isPlain = kind === 'plain boxes'
      if (kind === 'back up') {
        await page.evaluate(showPictures, pace.frames * pace.pixels)
        await page.waitForTimeout(1000)
      }
      const before = [await threadWork(), processorMilliseconds(process)] as const
      const scrolling: Scrolling = { direction, isPlain, ...pace }
      const lengths = await page.evaluate(scrollGallery, scrolling)
      const after = [await threadWork(), processorMilliseconds(process)] as const
      frames.add(kind, latePercentOf(lengths))
      thread.add(kind, (after[0] - before[0]) / lengths.length)
      all.add(kind, usedBetween(before[1], after[1]) / lengths.length)
      await page.waitForTimeout(1000)
    }
    const onward: Scrolling = { direction: 1, isPlain: false, frames: 60, pixels: 240 }
    await page.evaluate(scrollGallery, onward)
    await page.waitForTimeout(2000)
  }
  for (const kind of ['for the first time', 'back up'] as const) {
    const name = `10,000 outputs ${kind}`
    const besidePlain = (samples: typeof frames) => ({
      samples: samples.of(kind),
      against: { name: 'plain boxes', value: median(samples.of('plain boxes')) },
    })
    const aim = { most: maxLatePercent }
    report({
      ...{ name: `frames over 33 ms scrolling ${name}`, unit: '%', aim },
      ...besidePlain(frames),
    })
    report({ name: `the page’s thread a frame, ${name}`, unit: 'ms', ...besidePlain(thread) })
    report({ name: `all processor time a frame, ${name}`, unit: 'ms', ...besidePlain(all) })
  }
}

/** Returns what tells the processor time that the page's thread has taken, in milliseconds. */
async function countThreadWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}
