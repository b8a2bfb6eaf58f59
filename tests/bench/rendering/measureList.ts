import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, Page } from 'playwright'
import { findBrowser } from '../../../chromium-host/findBrowser.mjs'
import { median } from '../row.ts'
import type { BenchOptions, Report } from '../row.ts'
import { listNames } from './listPage/mountList.ts'
import type { ListName } from './listPage/mountList.ts'
import { servePage } from './pageServer.ts'
import { createSamples } from './samples.ts'

/** A frame more or less is a third of the time: a few samples would tell of chance alone. */
const repetitions = 7
const messages = 10_000
const maxOpenRatio = 1.1
const fastPixels = 600
const fastFrames = 200
/** Far enough to page through the whole chat in a few seconds. */
const pagingPixels = 4000
const maxHeapGrowth = 1.25

/** Measures a chat of 10,000 messages, against the list library with plain rows. */
export async function measureList(report: Report, { quick }: BenchOptions): Promise<void> {
  const server = await servePage(join(import.meta.dirname, 'listPage'))
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    await measureOpening(browser, server.address, report)
    await measureScrolling(browser, server.address, report, quick)
  } finally {
    await browser.close()
    await server.close()
  }
}

async function openPage(browser: Browser, address: string, name: ListName): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } })
  await page.goto(address)
  await page.waitForFunction(() => 'listStage' in window)
  await page.evaluate(async (list) => {
    await window.listStage.load(list)
    // Opens a short chat first, so that loading code is not measured.
    await window.listStage.open(60)
    await new Promise((resolve) => setTimeout(resolve, 500))
    window.listStage.close()
  }, name)
  return page
}

async function measureOpening(browser: Browser, address: string, report: Report) {
  const opened = createSamples<ListName>()
  const shifts: number[] = []
  for (let count = 0; count < repetitions; count += 1) {
    for (const name of listNames) {
      const page = await openPage(browser, address, name)
      opened.add(name, await page.evaluate((chat) => window.listStage.open(chat), messages))
      const shift = await page.evaluate(() => window.listStage.shift())
      if (name === 'parley') shifts.push(shift)
      await page.close()
    }
  }
  for (const name of listNames) {
    report({ name: `10,000 messages on screen: ${name}`, unit: 'ms', samples: opened.of(name) })
  }
  report({
    name: '10,000 messages on screen: parley / plain rows',
    unit: '×',
    samples: opened.ratios('parley', 'plain rows'),
  })
  report({
    name: '10,000 messages on screen: parley / same rows',
    unit: '×',
    samples: opened.ratios('parley', 'same rows'),
    // Compares with the library showing the same messages, because plain rows lack Markdown.
    aim: { most: maxOpenRatio },
  })
  report({
    name: 'shift while 9,960 messages come above',
    unit: 'px',
    samples: shifts,
    aim: { most: 0 },
  })
}

async function measureScrolling(browser: Browser, address: string, report: Report, quick: boolean) {
  const page = await openPage(browser, address, 'parley')
  await page.evaluate((chat) => window.listStage.open(chat), messages)
  await page.evaluate(() => window.listStage.shift())
  const views = await page.evaluate(
    ([pixels, frames]) => window.listStage.scrollUp(pixels, frames),
    [fastPixels, fastFrames] as const,
  )
  report({
    name: 'frames with blank parts at 600 px a frame',
    unit: 'frames',
    samples: [views.filter(({ blank }) => blank > 0).length],
    aim: { most: 0 },
  })
  report({
    name: 'frames with sketches at 600 px a frame',
    unit: 'frames',
    samples: [views.filter(({ sketches }) => sketches > 0).length],
  })
  await measurePaging(page, report, quick)
  await page.close()
}

/** Measures the memory retained for messages that were scrolled through. */
async function measurePaging(page: Page, report: Report, quick: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const heaps: number[] = []
  for (let left = quick ? 20 : Infinity; left > 0; left -= 1) {
    const top = await page.evaluate(async (pixels) => {
      await window.listStage.scrollUp(pixels, 20)
      return window.listStage.place()
    }, pagingPixels)
    await session.send('HeapProfiler.collectGarbage')
    heaps.push((await session.send('Runtime.getHeapUsage')).usedSize / 1e6)
    if (top <= 0) break
  }
  const early = median(heaps.slice(0, Math.ceil(heaps.length / 4)))
  report({
    name: 'heap while paging through 10,000 messages',
    unit: 'MB',
    samples: heaps.slice(-Math.ceil(heaps.length / 4)),
    against: { name: 'first quarter', value: early },
    aim: { most: Math.ceil(early * maxHeapGrowth) },
  })
}
