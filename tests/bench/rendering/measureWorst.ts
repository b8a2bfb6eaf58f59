import type { BenchOptions, Report } from '../row.ts'
import { createDocument, createPolyglot } from './documents.ts'
import type { RendererName } from './page/renderers/renderer.ts'
import { createSamples } from './samples.ts'
import type { StageBrowser } from './stagePage.ts'
import { traceUpdates } from './traceUpdates.ts'

const repetitions = 5
const rivals = ['parley', 'streamdown'] as const satisfies RendererName[]

const answers = {
  'a first answer': createDocument(2000),
  'new grammars': createPolyglot(),
}

/** Measures the slowest update of an answer on a new page, without loaded formulas or grammars. */
export async function measureWorst(
  browser: StageBrowser,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  for (const [answer, text] of Object.entries(answers)) {
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
      report({ name: `worst update, ${answer}: ${name}`, unit: 'ms', samples: worst.of(name) })
    }
    report({
      name: `worst update, ${answer}: parley / streamdown`,
      unit: '×',
      samples: worst.ratios('parley', 'streamdown'),
      aim: { most: 1 },
    })
  }
}
