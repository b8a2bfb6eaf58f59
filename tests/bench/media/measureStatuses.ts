import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFakeFal, type FakeFal, type FalJob, type FalScript } from '../../fakes/fakeFal.ts'
import type { Report } from '../row.ts'
import { createClientAlone } from './falClient.ts'
import { falModel, openBenchFal } from './openBenchFal.ts'
import { reportBeside } from './reportBeside.ts'

const jobs = [
  { name: '5 s', seconds: 5 },
  { name: '30 s', seconds: 30 },
  { name: '5 min', seconds: 300 },
]
/** So many times faster than the clock on the wall do these jobs go by, for both. */
const speed = 10
const clientPollMilliseconds = 500
/** Share of a job's time that it is queued. */
const queuedPart = 0.2
const lookMilliseconds = 10

/** Counts the requests by which Parley and the client of fal learn that a job has ended. */
export async function measureStatuses(report: Report): Promise<void> {
  const script: FalScript = { statuses: [{ status: 'IN_QUEUE', queue_position: 1 }] }
  const fal = await startFakeFal(script)
  const asked = new Map<string, number>()
  script.onRequest = ({ path }) => {
    const id = /\/requests\/([^/]+)\/status/.exec(path)?.[1]
    if (id === undefined) return
    asked.set(id, (asked.get(id) ?? 0) + 1)
  }
  const clock = setInterval(() => fal.jobs.forEach(tellTime), lookMilliseconds)
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    // Side by side, so that the machine's other work meets both.
    const [own, client] = await Promise.all([waitInParley(fal, folder), waitInClient(fal)])
    const countOf = (prompt: string): number =>
      asked.get(fal.jobs.find(({ input }) => input['prompt'] === prompt)?.id ?? '') ?? Number.NaN
    for (const [index, { name }] of jobs.entries()) {
      reportBeside(report, {
        ...{ name: `status requests of a job of ${name}`, unit: 'requests', most: 0.3 },
        own: [countOf(own[index] ?? '')],
        rival: { name: 'client', samples: [countOf(client[index] ?? '')] },
      })
    }
  } finally {
    clearInterval(clock)
    await fal.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const promptOf = (who: string, seconds: number): string => `${who} ${String(seconds)}`

/** Gives a job the status that its prompt has at this time. A stream tells a new object as news. */
function tellTime(job: FalJob): void {
  const seconds = Number(/\d+$/.exec(String(job.input['prompt']))?.[0])
  const part = ((Date.now() - job.sentAt) * speed) / 1000 / seconds
  const status = part >= 1 ? 'COMPLETED' : part >= queuedPart ? 'IN_PROGRESS' : 'IN_QUEUE'
  if (job.statuses[0]?.['status'] === status) return
  job.statuses = [{ status, ...(status === 'IN_QUEUE' && { queue_position: 1 }) }]
}

/** Waits for all jobs in Parley, and returns their prompts. */
async function waitInParley(fal: FakeFal, folder: string): Promise<string[]> {
  const media = openBenchFal({
    ...{ origin: fal.origin, folder, accounts: jobs.length, now: () => Date.now() * speed },
    delay: (milliseconds, signal) =>
      sleep(milliseconds / speed, undefined, { signal }).catch(() => undefined),
  })
  try {
    return await Promise.all(
      jobs.map(async ({ seconds }, index) => {
        const prompt = promptOf('parley', seconds)
        const providerId = `fal${String(index)}`
        const { id } = await media.create({ prompt }, { providerId, modelId: falModel })
        await media.until(id, 'done')
        return prompt
      }),
    )
  } finally {
    media.crash()
  }
}

/** Waits for all jobs as the client does by default, and returns their prompts. */
async function waitInClient({ origin }: FakeFal): Promise<string[]> {
  const { queue } = createClientAlone(origin)
  const pollInterval = clientPollMilliseconds / speed
  return Promise.all(
    jobs.map(async ({ seconds }) => {
      const prompt = promptOf('client', seconds)
      const { request_id: requestId } = await queue.submit(falModel, { input: { prompt } })
      await queue.subscribeToStatus(falModel, { requestId, logs: true, pollInterval })
      return prompt
    }),
  )
}
