import type { Page } from 'playwright'
import { discard, launch, type Parley } from '../../e2e/launch.ts'
import { paintHills } from '../../e2e/paintHills.ts'
import { startFakeImages, type FakeImages } from '../../fakes/fakeImages.ts'
import type { BenchOptions, Report } from '../row.ts'
import { processorMilliseconds, usedBetween } from '../speech/processorTime.ts'
import { addPlainCanvas, createPaths, drawPaths, watchPaints, type Path } from './maskPaints.ts'
import { reportBeside } from './reportBeside.ts'

/** 4 megapixels. */
const side = 2048
/** The width that the brush has at first, in pixels of the picture. */
const brushSize = side / 16
const strokes = 200
const maxFrameMilliseconds = 16.7
const maxUndoMilliseconds = 50
const undoKey = 'Control+z'
const bounds = { x: 0, y: 0, width: 1280, height: 900, maximized: false }

/**
 * Measures a mask of 200 strokes in the app: from a pointer's event to the end of the frame that
 * shows it, and from the key of an undo. In the same page, a canvas draws all strokes anew.
 */
export async function measureMask(report: Report, { quick }: BenchOptions): Promise<void> {
  const images = await startFakeImages()
  const picture = await paintHills(side, side, 1)
  images.behave(() => ({ kind: 'pictures', pictures: [picture] }))
  const parley = await openApp(images)
  try {
    await openMask(parley.page)
    const paths = createPaths(strokes, side)
    await parley.page.evaluate(drawPaths, { paths, side })
    await parley.page.waitForTimeout(1000)
    await compare(report, parley, { paths, times: quick ? 2 : 8 })
  } finally {
    await discard(parley)
    await images.close()
  }
}

async function openApp({ baseUrl }: FakeImages): Promise<Parley> {
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake', baseUrl }
  return launch({ settings: { window: bounds, providers: [provider] } })
}

/** Has a picture made, and opens the mask for it. */
async function openMask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('hills')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Picture: hills' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Draw mask' }).click()
  await page.getByRole('application', { name: 'Mask' }).locator('canvas').waitFor()
}

async function compare(
  report: Report,
  { page, app }: Parley,
  { paths, times }: { paths: readonly Path[]; times: number },
): Promise<void> {
  const drawn = { page, process: app.process().pid ?? 0, paths: paths.slice(0, times) }
  const own = await drawByPointer(drawn)
  const undone = await press(page, undoKey, times)
  const allUndone = await press(page, undoKey, strokes)
  const moved = await press(page, 'ArrowLeft', strokes)
  const others = paths.slice(0, strokes)
  await page.evaluate(addPlainCanvas, { paths: others, side, size: brushSize })
  const plain = await drawByPointer(drawn)
  const plainUndone = await press(page, undoKey, times)
  const rival = (samples: readonly number[]) => ({ name: 'all drawn anew', samples })
  reportBeside(report, {
    ...{ name: 'mask: a point to its paint, 200 strokes, 4 megapixels', unit: 'ms' },
    ...{ own: own.paints, rival: rival(plain.paints) },
  })
  report({
    ...{ name: 'mask: a point to its paint, 95 of 100', unit: 'ms' },
    ...{ samples: [percentile(own.paints, 0.95)], aim: { most: maxFrameMilliseconds } },
    against: { name: 'all drawn anew', value: percentile(plain.paints, 0.95) },
  })
  reportBeside(report, {
    ...{ name: 'mask: all processor time a point', unit: 'ms' },
    ...{ own: [own.processor], rival: rival([plain.processor]) },
  })
  const atFirst = { name: 'mask: undo after 200 strokes', unit: 'ms', samples: undone }
  const against = { name: 'all drawn anew', value: percentile(plainUndone, 0.5) }
  report({ ...atFirst, aim: { most: maxUndoMilliseconds }, against })
  report({
    ...{ name: 'mask: slowest undo, back to the first of 200 strokes', unit: 'ms' },
    ...{ samples: [percentile([...undone, ...allUndone], 1)], aim: { most: maxUndoMilliseconds } },
    against: { name: 'a key that draws nothing', value: percentile(moved, 1) },
  })
}

interface Drawn {
  page: Page
  process: number
  paths: readonly Path[]
}

/** Draws paths with the real pointer. Returns the paints of their points, in milliseconds. */
async function drawByPointer({ page, process, paths }: Drawn) {
  const box = await page.getByRole('application', { name: 'Mask' }).locator('canvas').boundingBox()
  if (!box) throw new Error('The mask is not in sight')
  await page.evaluate(watchPaints, 'pointermove' as const)
  const before = processorMilliseconds(process)
  let points = 0
  for (const path of paths) {
    for (let at = 0; at < path.length; at += 2) {
      const x = box.x + ((path[at] ?? 0) * box.width) / side
      const y = box.y + ((path[at + 1] ?? 0) * box.height) / side
      await page.mouse.move(x, y)
      if (at === 0) await page.mouse.down()
      points += 1
    }
    await page.mouse.up()
  }
  const processor = usedBetween(before, processorMilliseconds(process)) / points
  return { paints: await paintsOf(page), processor }
}

/** Presses a key some times. Returns the milliseconds until each is painted. */
async function press(page: Page, key: string, count: number): Promise<number[]> {
  await page.evaluate(watchPaints, 'keydown' as const)
  await page.getByRole('group', { name: 'Drawing area' }).focus()
  for (let step = 0; step < count; step += 1) {
    await page.keyboard.press(key)
    await page.waitForTimeout(20)
  }
  return paintsOf(page)
}

async function paintsOf(page: Page): Promise<number[]> {
  await page.waitForTimeout(200)
  return page.evaluate(() => window.paints)
}

function percentile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((first, second) => first - second)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
