import type { BenchOptions, Report } from '../row.ts'
import { createPolyglot } from './documents.ts'
import type { RendererName } from './page/renderers/renderer.ts'
import { createSamples } from './samples.ts'
import type { StageBrowser } from './stagePage.ts'
import { traceUpdates } from './traceUpdates.ts'

const repetitions = 5
const rivals = ['parley', 'streamdown'] as const satisfies RendererName[]

/** The worst update of an answer in many languages, on a page that has shown none of them yet. */
export async function measureGrammars(
  browser: StageBrowser,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const text = createPolyglot()
  const worst = createSamples<RendererName>()
  for (let count = 0; count < (quick ? 2 : repetitions); count += 1) {
    for (const name of rivals) {
      const page = await browser.open(name)
      const { perUpdate } = await traceUpdates(browser, page, text)
      worst.add(name, Math.max(...perUpdate))
      await page.close()
    }
  }
  for (const name of rivals) {
    report({ name: `worst update, new grammars: ${name}`, unit: 'ms', samples: worst.of(name) })
  }
  report({
    name: 'worst update, new grammars: parley / streamdown',
    unit: '×',
    samples: worst.ratios('parley', 'streamdown'),
    aim: { most: 1 },
  })
}
