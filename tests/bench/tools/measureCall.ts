import { Agent, request } from 'node:http'
import { checkInput } from '../../../src/main/tools/checkInput.ts'
import type { Tool } from '../../../src/main/tools/tool.ts'
import { canonicalArguments } from '../../../src/shared/plugins/canonicalArguments.ts'
import { startFakePlugin } from '../../fakes/fakePlugin.ts'
import { median, type BenchOptions, type Report } from '../row.ts'
import { openBenchPlugins } from './openBenchPlugins.ts'

const body = '{"city":"Paris"}'
const scope = {
  conversationId: '0190f5a0-0000-7000-8000-000000000001',
  model: { providerId: 'test', modelId: 'parrot-1' },
}

/**
 * Measures a call of a plugin's tool from the model's arguments to the result: checked, sent by the
 * sheet, logged. The difference is to a bare request with the same body, on a connection of its own
 * too.
 */
export async function measureCall(report: Report, { quick }: BenchOptions): Promise<void> {
  const server = await startFakePlugin()
  const plugins = openBenchPlugins()
  try {
    await plugins.install(server.manifestUrl)
    const { signal } = new AbortController()
    const [tool] = await plugins.toolBox.list(scope, signal)
    if (!tool) throw new Error('The plugin offers no tool.')
    const { bare, whole, check } = await alternate(tool, `${server.origin}/api`, quick ? 20 : 200)
    const against = { name: 'bare request', value: median(bare) }
    report({ name: 'call of a plugin’s tool', unit: 'ms', samples: whole, against })
    const added = whole.map((milliseconds, index) => milliseconds - (bare[index] ?? 0))
    report({ name: 'call: added to the request', unit: 'ms', samples: added, aim: { most: 5 } })
    report({ name: 'call: of it the check of the arguments', unit: 'ms', samples: check })
  } finally {
    await plugins.close()
    await server.close()
  }
}

/** Runs both by turns, so that other work on the machine slows both down. */
async function alternate(
  tool: Tool,
  url: string,
  rounds: number,
): Promise<Record<'bare' | 'whole' | 'check', number[]>> {
  const times = { bare: [] as number[], whole: [] as number[], check: [] as number[] }
  const { signal } = new AbortController()
  const context = { ...scope, messageId: 'm', toolCallId: 'c', argumentsText: body, earlier: [] }
  for (let round = -5; round < rounds; round += 1) {
    const start = performance.now()
    await post(url)
    const asked = performance.now()
    const given = canonicalArguments(body)
    if ('problem' in given) throw new Error(given.problem)
    const problem = await checkInput(tool, given.input, signal)
    if (problem !== null) throw new Error(problem)
    const begun = performance.now()
    await tool.run(given.input, context, signal)
    const end = performance.now()
    // The first rounds load code and start the thread.
    if (round < 0) continue
    times.bare.push(asked - start)
    times.check.push(begun - asked)
    times.whole.push(end - asked)
  }
  return times
}

function post(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: new Agent() }, (answer) => {
      answer.resume()
      answer.once('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
