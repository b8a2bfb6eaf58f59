import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { anyKind } from '../../../src/main/jobs/jobKind.ts'
import type { AnyJobKind, JobKind, JobRun } from '../../../src/main/jobs/jobKind.ts'
import { createJobRunner } from '../../../src/main/jobs/jobRunner.ts'
import type { JobRunner } from '../../../src/main/jobs/jobRunner.ts'
import { migration0006 } from '../../../src/main/jobs/migrations/0006jobs.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { jobDefinition } from '../../../src/shared/jobs.ts'
import type { Job } from '../../../src/shared/jobs.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

export const countJob = jobDefinition('test.count', {
  input: z.object({ name: z.string(), place: z.string().default('here') }),
  progress: z.object({ done: z.number() }),
  result: z.object({ total: z.number() }),
})
export type CountRun = JobRun<{ name: string; place: string }, { done: number }>
export type CountKind = JobKind<typeof countJob>

/** Returns a kind of jobs whose work the test provides. */
export function counting(run: CountKind['run'], kind: Partial<CountKind> = {}): AnyJobKind {
  return anyKind<typeof countJob>({
    definition: countJob,
    keyOf: ({ name }) => name,
    subjectOf: ({ name }) => name,
    run,
    ...kind,
  })
}

export function openTestDatabase(folder = temporaryFolder()): Database {
  const path = join(folder, 'jobs.sqlite')
  const database = openDatabase({ path, migrations: [migration0006.sql] })
  onTestFinished(() => database.close())
  return database
}

export interface TestRunner {
  runner: JobRunner
  /** Every state of a job that the page was told, in order. */
  told: Job[]
  removed: string[]
  logged: string[]
  /** Resolves to the job of a name once the check holds for it. */
  until: (name: string, check: (job: Job) => boolean) => Promise<Job>
}

/** Opens a runner on the database, begun unless the test says otherwise. */
export function openRunner(
  database: Database,
  kinds: readonly AnyJobKind[],
  { begin = true, now = Date.now }: { begin?: boolean; now?: () => number } = {},
): TestRunner {
  const told: Job[] = []
  const removed: string[] = []
  const logged: string[] = []
  let listeners: (() => void)[] = []
  const wake = (): void => {
    const waiting = listeners
    listeners = []
    for (const listener of waiting) listener()
  }
  const runner = createJobRunner({
    database,
    kinds,
    onChanged: (jobs) => {
      told.push(...structuredClone(jobs))
      wake()
    },
    onRemoved: (ids) => {
      removed.push(...ids)
      wake()
    },
    log: (message) => logged.push(message),
    now,
  })
  onTestFinished(() => runner.close())
  if (begin) runner.begin()
  return {
    runner,
    told,
    removed,
    logged,
    async until(name, check) {
      for (;;) {
        const job = runner.list().find(({ subject }) => subject === name)
        if (job && check(job)) return job
        await new Promise<void>((resolve) => listeners.push(resolve))
      }
    },
  }
}

export function isEnded({ state }: Job): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

/** Resolves once the signal has fired. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
