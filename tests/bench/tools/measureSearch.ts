import { toolBudget } from '../../../src/main/tools/budget.ts'
import { offerTools, searchTools } from '../../../src/main/tools/discovery.ts'
import { joinToolBoxes } from '../../../src/main/tools/joinToolBoxes.ts'
import type { Tool } from '../../../src/main/tools/tool.ts'
import type { BenchOptions, Report } from '../row.ts'

const toolCount = 200
const boxCount = 10
const aim = { most: 20 }
const scope = { conversationId: 'chat', model: { providerId: 'bench', modelId: 'model' } }
const properties = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `field${String(at)}`,
    { type: 'string', description: 'A field of the thing that the tool is about.' },
  ]),
)

/** Returns tools with descriptions of a kilobyte, new objects at each time as boxes make them. */
function makeTools(box: number): Tool[] {
  return Array.from({ length: toolCount / boxCount }, (_, at) => ({
    name: `plugin_${String(box)}__tool_${String(at)}`,
    title: `Tool ${String(at)}`,
    pluginId: `plugin-${String(box)}`,
    pluginTitle: `Plugin ${String(box)}`,
    hash: `${String(box)} ${String(at)}`,
    description: `Reads weather, mail and files of the kind ${String(at)}. `.repeat(20),
    parameters: { type: 'object', properties },
    effect: 'outside',
    consent: () => ({ ask: 'oncePerChat' }),
    run: () => Promise.resolve({ parts: [] }),
  }))
}

/** Measures how long 200 tools of ten plugins take to be listed, counted and searched. */
export async function measureSearch(report: Report, { quick }: BenchOptions): Promise<void> {
  const boxes = Array.from({ length: boxCount }, (_, box) => ({
    list: () => Promise.resolve(makeTools(box)),
  }))
  const box = joinToolBoxes(boxes, () => undefined)
  const samples: Record<'listed' | 'counted' | 'searched', number[]> = {
    listed: [],
    counted: [],
    searched: [],
  }
  for (let run = 0; run < (quick ? 10 : 50); run++) {
    const begun = performance.now()
    const tools = await box.list(scope, new AbortController().signal)
    offerTools(tools, 128_000)
    const listed = performance.now()
    toolBudget(tools, { contextTokens: 128_000 })
    const counted = performance.now()
    searchTools(tools, 'what is the weather in Oslo, tool 17')
    const searched = performance.now()
    samples.listed.push(listed - begun)
    samples.counted.push(counted - listed)
    samples.searched.push(searched - counted)
  }
  for (const [what, times] of Object.entries(samples)) {
    report({ name: `200 tools ${what}`, unit: 'ms', samples: times, aim })
  }
}
