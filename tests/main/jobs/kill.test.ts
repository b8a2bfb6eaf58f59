import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createJobsInHistory } from '../../../src/main/jobs/jobsInHistory.ts'
import type { JobsInHistory } from '../../../src/main/jobs/jobsInHistory.ts'
import type { Job } from '../../../src/shared/jobs.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { ledgerPath, partsTotal, paying, payingJob } from './payingJob.ts'
import type { LedgerEntry } from './payingJob.ts'
import { isEnded, openTestDatabase } from './testJobs.ts'
import { cachedNode } from '../cachedNode.ts'

const killedProcess = fileURLToPath(new URL('killedProcess.ts', import.meta.url))
const kills = 12
const maxRunMilliseconds = 120

/** Runs a folder's jobs in a separate process until the test kills it. */
async function runJobs(folder: string, ...names: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...cachedNode, killedProcess, folder, ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** Opens a folder's jobs in this process. `changed` resolves at the next change. */
function openHere(folder: string): { jobs: JobsInHistory; changed: () => Promise<void> } {
  let tell = (): void => undefined
  const jobs = createJobsInHistory(openTestDatabase(folder), {
    kinds: [paying(folder)],
    broadcast: () => tell(),
    lockPath: join(folder, 'jobs.lock'),
    log: () => undefined,
  })
  onTestFinished(() => jobs.close())
  const changed = () => new Promise<void>((resolve) => (tell = resolve))
  return { jobs, changed }
}

async function untilAllEnded(folder: string): Promise<Job[]> {
  const { jobs, changed } = openHere(folder)
  jobs.begin()
  for (;;) {
    const change = changed()
    const list = await jobs.handlers.list({}, { windowId: 1 })
    if (list.every(isEnded)) {
      jobs.close()
      return list
    }
    await change
  }
}

test('a dozen kills: each job ends, nothing is bought twice, and no part is fetched from the start', async () => {
  const folder = temporaryFolder()
  const names = Array.from({ length: kills }, (_, index) => `job ${index}`)
  for (const name of names) {
    const child = await runJobs(folder, name)
    await delay(Math.random() * maxRunMilliseconds)
    await kill(child)
  }
  const list = await untilAllEnded(folder)
  const lines = readFileSync(ledgerPath(folder), 'utf8').trimEnd().split('\n')
  const ledger = lines.map((line) => JSON.parse(line) as LedgerEntry)
  const posts = ledger.filter(({ type }) => type === 'post')
  const parts = ledger.filter(({ type }) => type === 'part')
  expect(new Set(posts.map((post) => JSON.stringify(post))).size).toBe(posts.length)
  // A kill repeats at most the current part of each of the three running jobs.
  expect(parts.length).toBeLessThanOrEqual(partsTotal * names.length + 3 * kills)
  for (const name of names) {
    const job = list.find(({ subject }) => subject === name)
    // Finished jobs of earlier starts are forgotten; a purchase with an unknown outcome has failed.
    if (job?.state === 'failed') expect(job.error?.code).toBe('conflict')
    else {
      const fetched = parts.flatMap((part) =>
        part.type === 'part' && part.name === name ? [part.part] : [],
      )
      expect(new Set(fetched).size).toBe(partsTotal)
    }
  }
}, 120_000)

test('one process runs the jobs of a folder, and another only once that one is dead', async () => {
  const folder = temporaryFolder()
  const child = await runJobs(folder, 'first')
  const { jobs, changed } = openHere(folder)
  const locked: unknown = expect.objectContaining({ code: 'databaseLocked' })
  expect(() => jobs.handlers.list({}, { windowId: 1 })).toThrow(locked)
  expect(() => jobs.start(payingJob, { name: 'second' })).toThrow(locked)
  jobs.begin()
  await kill(child)
  const change = changed()
  expect(jobs.start(payingJob, { name: 'second' })).toMatchObject({ subject: 'second' })
  await change
})
