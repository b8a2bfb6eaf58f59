import type { BenchOptions, Report } from '../row.ts'
import { createDocument } from './documents.ts'
import type { RendererName } from './page/renderers/renderer.ts'
import { createSamples } from './samples.ts'
import type { StageBrowser, StagePage } from './stagePage.ts'

const repetitions = 5
const tokens = 50_000
const pieces = 25
const maxHeapRatio = 0.5
const rivals = ['parley', 'streamdown'] as const satisfies RendererName[]

/** Measures the memory retained after a long answer. */
export async function measureHeap(
  browser: StageBrowser,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const text = createDocument(tokens)
  const heap = createSamples<RendererName>()
  const nodes = createSamples<RendererName>()
  for (let count = 0; count < (quick ? 1 : repetitions); count += 1) {
    for (const name of rivals) {
      const page = await browser.open(name)
      await page.page.evaluate(([whole, each]) => window.stage.stream(whole, 0, each), [
        text,
        Math.ceil(text.length / pieces),
      ] as const)
      const used = await readMemory(page)
      await page.close()
      heap.add(name, used.megabytes)
      nodes.add(name, used.nodes)
    }
  }
  for (const name of rivals) {
    report({ name: `heap after 50k tokens: ${name}`, unit: 'MB', samples: heap.of(name) })
    report({ name: `nodes after 50k tokens: ${name}`, unit: 'nodes', samples: nodes.of(name) })
  }
  report({
    name: 'heap after 50k tokens: parley / streamdown',
    unit: '×',
    samples: heap.ratios('parley', 'streamdown'),
    aim: { most: maxHeapRatio },
  })
}

async function readMemory({ session, collectGarbage }: StagePage) {
  await collectGarbage()
  await collectGarbage()
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { megabytes: usedSize / 1e6, nodes }
}
