import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../../chromium-host/findBrowser.mjs'
import type { ThumbnailSource } from '../../../src/renderer/media/gallery/makeThumbnail.ts'
import { servePage } from '../rendering/pageServer.ts'
import { createSamples } from '../rendering/samples.ts'
import { median, type BenchOptions, type Report } from '../row.ts'
import { processorMilliseconds, usedBetween } from '../speech/processorTime.ts'
import { noisySide, pictureFormats, writeNoisyPictures } from './noisyPictures.ts'
import type { PictureFormat } from './noisyPictures.ts'
import { reportBeside } from './reportBeside.ts'
import { runAlone } from './runAlone.ts'

const picturesOfFormat = 8
const maxRatio = 1.6

interface Pictures {
  paths: string[]
  outputs: ThumbnailSource[]
}

/**
 * Measures the processor time of small pictures: that of all of Chromium's processes, in which a
 * page makes them as the app does, beside that of sharp in a process of its own.
 */
export async function measureThumbnails(report: Report, { quick }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    const pictures = {} as Record<PictureFormat, Pictures>
    for (const format of pictureFormats) {
      const files = join(folder, 'media')
      const paths = await writeNoisyPictures(files, format, picturesOfFormat)
      const outputs = paths.map((path) => ({
        ...{ fileId: basename(path), kind: 'image' as const, height: noisySide },
        mediaType: `image/${format}`,
      }))
      pictures[format] = { paths, outputs }
    }
    await withPage(folder, (page) => compare(report, { page, pictures, times: quick ? 3 : 9 }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens the page that makes small pictures, which finds these files at its own address. */
async function withPage(folder: string, work: (page: Page) => Promise<void>): Promise<void> {
  const server = await servePage(join(import.meta.dirname, 'thumbnailPage'), folder)
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const page = await browser.newPage()
    await page.goto(server.address)
    await page.waitForFunction(() => 'makeThumbnails' in window)
    await work(page)
  } finally {
    await browser.close()
    await server.close()
  }
}

interface Comparison {
  page: Page
  pictures: Record<PictureFormat, Pictures>
  times: number
}

async function compare(report: Report, { page, pictures, times }: Comparison): Promise<void> {
  const own = createSamples<PictureFormat>()
  const sharp = createSamples<PictureFormat>()
  // The first ones load the decoders.
  for (let repeat = -1; repeat < times; repeat += 1) {
    for (const format of pictureFormats) {
      const { paths, outputs } = pictures[format]
      const inPage = await inChromium(() =>
        page.evaluate((list) => window.makeThumbnails(list), outputs),
      )
      if (repeat < 0) continue
      own.add(format, inPage / paths.length)
      const { processorSeconds } = await runAlone('runSharp.ts', ...paths)
      sharp.add(format, (processorSeconds * 1000) / paths.length)
    }
  }
  for (const format of pictureFormats) {
    reportBeside(report, {
      ...{ name: `small picture of a ${format} of 4 megapixels, processor time`, unit: 'ms' },
      own: own.of(format),
      rival: { name: 'sharp', samples: sharp.of(format) },
    })
  }
  const mean = (samples: typeof own): number =>
    pictureFormats.reduce((sum, format) => sum + median(samples.of(format)), 0) /
    pictureFormats.length
  reportBeside(report, {
    ...{ name: 'small picture of the three formats, processor time', unit: 'ms' },
    ...{ own: [mean(own)], rival: { name: 'sharp', samples: [mean(sharp)] }, most: maxRatio },
  })
}

/** Returns the processor milliseconds of all processes that this one has started. */
async function inChromium(work: () => Promise<unknown>): Promise<number> {
  const look = (): Map<number, number> => {
    const all = processorMilliseconds(process.pid)
    all.delete(process.pid)
    return all
  }
  const before = look()
  await work()
  return usedBetween(before, look())
}
