import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finalMediaStates } from '../../../src/shared/media/media.ts'
import { startFakeFal, type FakeFal, type FalScript } from '../../fakes/fakeFal.ts'
import type { MediaParts } from '../../main/media/openMediaParts.ts'
import { mulberry32 } from '../../mulberry32.ts'
import type { BenchOptions, Report } from '../row.ts'
import { createClientAlone } from './falClient.ts'
import { falModel, openBenchFal } from './openBenchFal.ts'

type Fault = 'good' | 'reset' | 'resetInAnswer' | 'htmlBadGateway'

const faults: readonly Fault[] = ['good', 'reset', 'resetInAnswer', 'htmlBadGateway']
/** The states written and requests seen in a job, from which the moment of a kill is drawn. */
const maxMoments = 14
const maxClientJobs = 200

/**
 * Counts the paid requests of jobs whose answers are lost and whose Parley is killed at any moment,
 * until there were 1,000 kills and resets. The client of fal meets the resets alone: it keeps
 * nothing that could outlive a kill.
 */
export async function measurePosts(report: Report, { quick }: BenchOptions): Promise<void> {
  const random = mulberry32(7)
  const script: FalScript & { submit: Fault[] } = { submit: [] }
  const fal = await startFakeFal(script)
  try {
    const wanted = quick ? 50 : 1000
    const posts: number[] = []
    const met: Fault[] = []
    let [mishaps, lost] = [0, 0]
    for (let number = 0; mishaps < wanted; number += 1) {
      const fault = faults[Math.floor(random() * faults.length)] ?? 'good'
      const job = await playJob(fal, script, { number, fault, random })
      posts.push(job.posts)
      met.push(fault)
      mishaps += job.kills + (fault === 'good' ? 0 : 1)
      if (!job.isThere) lost += 1
    }
    const clientMean = await clientPosts(fal, script, met.slice(0, maxClientJobs))
    const against = { name: 'client', value: clientMean }
    const mean = posts.reduce((sum, each) => sum + each, 0) / posts.length
    const most = { most: 1 }
    report({ name: 'POSTs per job', unit: 'POSTs', samples: [mean], against, aim: most })
    report({
      name: 'POSTs: most of a job',
      unit: 'POSTs',
      samples: [Math.max(...posts)],
      aim: most,
    })
    report({
      name: 'POSTs: jobs without a picture',
      unit: 'jobs',
      samples: [lost],
      aim: { most: 0 },
    })
    report({ name: 'POSTs: kills and resets', unit: 'times', samples: [mishaps] })
  } finally {
    await fal.close()
  }
}

/** Runs a job to its picture, killed up to twice on the way. */
async function playJob(
  fal: FakeFal,
  script: FalScript & { submit: Fault[] },
  { number, fault, random }: { number: number; fault: Fault; random: () => number },
): Promise<{ posts: number; kills: number; isThere: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const id = crypto.randomUUID()
  const prompt = `Picture ${String(number)}`
  const isOwn = (body: unknown): boolean => (body as { prompt?: unknown }).prompt === prompt
  const killAt = [0, 0].map(() => 1 + Math.floor(random() * maxMoments))
  let kills = 0
  let [posts, seen] = [0, 0]
  let killed = Promise.withResolvers<'killed'>()
  let now = Date.now()
  const open = (): MediaParts =>
    openBenchFal({ folder, origin: fal.origin, now: () => (now += 1000), onJob: () => pass() })
  const pass = (): void => {
    seen += 1
    if (seen !== killAt[kills]) return
    media.crash()
    ;[kills, seen] = [kills + 1, 0]
    killed.resolve('killed')
  }
  script.submit = [fault]
  script.statuses = [{ status: 'IN_QUEUE', queue_position: 1 }, { status: 'IN_PROGRESS' }]
  script.statuses.push({ status: 'COMPLETED' })
  script.onRequest = ({ method, path, body }) => {
    if (method === 'POST' && path.startsWith('/fal-ai/') && isOwn(body)) posts += 1
    // Nothing is asked for before the job is written down, except for the form.
    if (path.includes('fal-ai') || path.startsWith('/file/')) pass()
  }
  let media = open()
  await media
    .create({ prompt }, { id, providerId: 'fal0', modelId: falModel })
    .catch(() => undefined)
  for (;;) {
    const ended = await Promise.race([killed.promise, media.until(id, ...finalMediaStates)])
    if (ended === 'killed') {
      killed = Promise.withResolvers()
      media = open()
    } else if (ended.state === 'unknown' && posts === 0) {
      // It never left, but nobody can know that: the user decides.
      media.jobs.submitAgain(id)
    } else break
  }
  const outputs = media.outputs(id)
  const isThere =
    outputs.length === 1 && existsSync(media.blobs.path(String(outputs[0]?.['file_id'])))
  media.crash()
  rmSync(folder, { recursive: true, force: true })
  return { posts, kills, isThere }
}

/** Returns the paid requests per job of the client, whose jobs meet the same faults. */
async function clientPosts(
  fal: FakeFal,
  script: FalScript & { submit: Fault[] },
  met: readonly Fault[],
): Promise<number> {
  const client = createClientAlone(fal.origin)
  let posts = 0
  script.submit = [...met]
  script.onRequest = ({ method }) => void (posts += method === 'POST' ? 1 : 0)
  await Promise.allSettled(
    met.map((_, index) =>
      client.queue.submit(falModel, {
        input: { prompt: `Picture ${String(index)} of the client` },
      }),
    ),
  )
  return posts / met.length
}
