/**
 * Measures the stalls of this process's loop while nothing happens, and while jobs run of which some
 * land their results. Its parent is the service: it is told when all run, and lets some end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { falModel, openBenchFal } from './openBenchFal.ts'
import type { Stalls } from './measureStalls.ts'
import { watchLoop, type LoopStalls } from './watchLoop.ts'

const [origin = '', jobs = '', landing = '', repeats = ''] = process.argv.slice(2)
const jobsOfAccount = 2
/**
 * Both are watched for the same time: the longer, the longer is the longest stall. A service keeps an
 * idle connection for no longer than some seconds.
 */
const watchMilliseconds = 2500

const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const media = openBenchFal({
  ...{ origin, folder, accounts: Math.ceil(Number(jobs) / jobsOfAccount) },
  delay: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
})

const watch = (work: () => Promise<unknown>): Promise<LoopStalls> =>
  watchLoop(() => Promise.all([sleep(watchMilliseconds), work()]))

async function createJobs(): Promise<string[]> {
  const created = Array.from({ length: Number(jobs) }, async (_, index) => {
    const providerId = `fal${String(Math.floor(index / jobsOfAccount))}`
    const prompt = `Picture ${String(index)}`
    const { id } = await media.create({ prompt }, { providerId, modelId: falModel })
    await media.until(id, 'running')
    return id
  })
  return Promise.all(created)
}

/** Resolves once so many of the jobs are done. */
async function landed(ids: readonly string[], count: number): Promise<void> {
  let left = count
  await new Promise<void>((resolve) => {
    for (const id of ids) void media.until(id, 'done').then(() => (left -= 1) === 0 && resolve())
  })
}

const stalls: Stalls = { idle: [], running: [] }
for (let repeat = 0; repeat < Number(repeats); repeat += 1) {
  stalls.idle.push(await watch(() => Promise.resolve()))
  const ids = await createJobs()
  stalls.running.push(
    await watch(() => {
      process.send?.('some')
      return landed(ids, Number(landing))
    }),
  )
  process.send?.('all')
  await landed(ids, ids.length)
}
process.send?.(stalls)
media.crash()
rmSync(folder, { recursive: true, force: true })
process.disconnect()
