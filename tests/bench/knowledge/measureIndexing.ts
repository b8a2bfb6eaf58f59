import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { openParts } from '../../main/knowledge/openParts.ts'
import type { BenchOptions, Report } from '../row.ts'
import { writePapers } from './writePapers.ts'

const files = 1000
const idleMilliseconds = 3000
const caller = { windowId: 1 }

/** Measures main's event loop while a folder is indexed by words, beside the same loop at rest. */
export async function measureIndexing(report: Report, { quick }: BenchOptions): Promise<void> {
  const idle: number[] = []
  const indexing: number[] = []
  for (let repeat = 0; repeat < (quick ? 1 : 3); repeat += 1) {
    const measured = await indexOnce()
    idle.push(measured.idle)
    indexing.push(measured.indexing)
  }
  report({
    name: `main’s loop while ${String(files)} files are indexed, p99`,
    unit: 'ms',
    samples: indexing,
    aim: { most: 20 },
  })
  report({ name: 'main’s loop at rest, p99', unit: 'ms', samples: idle })
}

async function indexOnce(): Promise<{ idle: number; indexing: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-indexing-'))
  const papers = writePapers(files)
  const { history, jobs, knowledge } = openParts({ folder, log: () => undefined, given: {} })
  const delays = monitorEventLoopDelay({ resolution: 1 })
  try {
    history.open()
    jobs.begin()
    const handlers = knowledge.handlers()
    if (!handlers) throw new Error('The knowledge is closed')
    const base = { name: 'Papers', store: 'local', providerId: null, embedder: null } as const
    const { id: baseId } = await handlers.create(base, caller)
    delays.enable()
    await delay(idleMilliseconds)
    const idle = delays.percentile(99) / 1e6
    delays.reset()
    await handlers.addPaths({ baseId, paths: [papers] }, caller)
    for (let ready = 0; ready < files;) {
      await delay(250)
      ready = (await handlers.bases({}, caller))[0]?.counts.ready ?? 0
    }
    return { idle, indexing: delays.percentile(99) / 1e6 }
  } finally {
    delays.disable()
    history.close()
    await knowledge.close?.()
    for (const made of [folder, papers]) rmSync(made, { recursive: true, maxRetries: 5 })
  }
}
