import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openParts } from '../../main/knowledge/openParts.ts'
import type { BenchOptions, Report } from '../row.ts'
import { writePapers } from './writePapers.ts'

const files = 1000
const caller = { windowId: 1 }

/**
 * Measures what a folder costs in which nothing has changed: when it is added again, and when
 * Parley starts with it.
 */
export async function measureReindexing(report: Report, { quick }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-reindexing-'))
  const papers = writePapers(files)
  const again: number[] = []
  const started: number[] = []
  try {
    let parts = open(folder)
    const base = { name: 'Papers', store: 'local', providerId: null, embedder: null } as const
    const { id: baseId } = await parts.handlers.create(base, caller)
    const look = async () => parts.handlers.addPaths({ baseId, paths: [papers] }, caller)
    await look()
    while ((await parts.counts()).ready < files) await delay(250)
    for (let repeat = 0; repeat < (quick ? 1 : 5); repeat += 1) {
      again.push(await seconds(look))
      await parts.close()
      started.push(
        await seconds(async () => {
          parts = open(folder)
          await look()
        }),
      )
      const { ready } = await parts.counts()
      if (ready !== files) throw new Error(`Only ${String(ready)} files are ready still`)
    }
    await parts.close()
  } finally {
    for (const made of [folder, papers]) rmSync(made, { recursive: true, maxRetries: 5 })
  }
  const name = `${String(files)} unchanged files`
  report({ name: `${name}, looked at again`, unit: 's', samples: again, aim: { most: 1 } })
  report({ name: `${name}, a start with them`, unit: 's', samples: started, aim: { most: 1 } })
}

function open(folder: string) {
  const { history, jobs, knowledge } = openParts({ folder, log: () => undefined, given: {} })
  history.open()
  jobs.begin()
  const handlers = knowledge.handlers()
  if (!handlers) throw new Error('The knowledge is closed')
  return {
    handlers,
    async counts() {
      const [base] = await handlers.bases({}, caller)
      if (!base) throw new Error('The base is gone')
      return base.counts
    },
    async close() {
      history.close()
      await knowledge.close?.()
    },
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
