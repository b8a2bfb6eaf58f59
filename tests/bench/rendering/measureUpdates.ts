import type { BenchOptions, Report } from '../row.ts'
import { createDocument, createOpenCode } from './documents.ts'
import type { RendererName } from './page/renderers/renderer.ts'
import { rendererNames } from './page/renderers/renderer.ts'
import { readRecordedText } from './recordedText.ts'
import { createSamples } from './samples.ts'
import type { Samples } from './samples.ts'
import type { StageBrowser, StagePage } from './stagePage.ts'
import { traceUpdates } from './traceUpdates.ts'

interface Case {
  name: string
  text: string
  /** The limit of the ratio of Parley's time to Streamdown's. */
  ratioMaximum: number
}

const repetitions = 5
const updates = 100
const maxGrowth = 1.2
const openCodeLines = 306
/** Renderers that read the whole text each time need seconds for a few updates. */
const slowUpdates = 12
const slowLength = 30_000

/** Measures the main thread's time for each update of a growing answer. */
export async function measureUpdates(
  browser: StageBrowser,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const cases = await chooseCases(quick)
  const samples = createSamples<string>()
  for (let count = 0; count < (quick ? 2 : repetitions); count += 1) {
    await measureOnce(browser, cases, samples)
  }
  for (const { name, ratioMaximum } of cases) {
    for (const renderer of rendererNames) {
      report({
        name: `update, ${name}: ${renderer}`,
        unit: 'ms',
        samples: samples.of(`${name} ${renderer}`),
      })
    }
    report({
      name: `update, ${name}: parley / streamdown`,
      unit: '×',
      samples: samples.ratios(`${name} parley`, `${name} streamdown`),
      aim: { most: ratioMaximum },
    })
  }
  const [small, large] = ['2k tokens parley', '50k tokens parley']
  if (samples.of(large).length === 0) return
  report({
    name: 'update: parley, 50k / 2k',
    unit: '×',
    samples: samples.ratios(large, small),
    aim: { most: maxGrowth },
  })
}

async function chooseCases(quick: boolean): Promise<Case[]> {
  const cases = [
    { name: '2k tokens', text: createDocument(2000), ratioMaximum: 0.6 },
    { name: '10k tokens', text: createDocument(10_000), ratioMaximum: 0.4 },
    { name: 'open code', text: createOpenCode(openCodeLines), ratioMaximum: 0.1 },
  ]
  if (quick) return cases
  const recorded = await readRecordedText()
  return [
    ...cases,
    { name: '50k tokens', text: createDocument(50_000), ratioMaximum: 0.2 },
    ...(recorded === '' ? [] : [{ name: 'recorded answers', text: recorded, ratioMaximum: 0.6 }]),
  ]
}

/** Runs each case with each renderer in turn, on new pages after a short warm-up. */
async function measureOnce(
  browser: StageBrowser,
  cases: readonly Case[],
  samples: Samples<string>,
): Promise<void> {
  const pages = new Map<RendererName, StagePage>()
  try {
    for (const name of rendererNames) {
      const page = await browser.open(name)
      pages.set(name, page)
      await traceUpdates(browser, page, createDocument(1000), 60)
    }
    for (const { name, text } of cases) {
      for (const [renderer, page] of pages) {
        const isSlow = renderer === 'react-markdown' && text.length > slowLength
        const work = await traceUpdates(browser, page, text, isSlow ? slowUpdates : updates)
        samples.add(`${name} ${renderer}`, work.total / work.perUpdate.length)
      }
    }
  } finally {
    for (const page of pages.values()) await page.close()
  }
}
