import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startFakeFal, type FakeFal, type FalScript } from '../../fakes/fakeFal.ts'
import { falCourse } from '../../fakes/falCourse.ts'
import type { BenchOptions, Report } from '../row.ts'

/** States that were just written, and requests that have just come. */
const states = ['waiting', 'preparing', 'submitting', 'queued', 'running', 'collecting'] as const
const requests = [
  'the paid request',
  'its answer',
  'a status',
  'the result',
  'the file',
  'half the file',
] as const
type Point = (typeof states)[number] | (typeof requests)[number]
const points: readonly Point[] = [...states, ...requests]

const endedSchema = z.object({ state: z.string(), pictures: z.number() })

/** Kills main with SIGKILL at each of 12 points of a job, and counts the jobs that end all the same. */
export async function measureRecovered(report: Report, { quick }: BenchOptions): Promise<void> {
  const played: Played[] = []
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    for (const point of points) played.push(await playJob(point))
  }
  const known = played.filter(({ posts }) => posts > 0)
  const recovered = known.filter(({ isThere }) => isThere).length
  report({
    name: `jobs recovered after kill -9 at ${String(points.length)} points, of those at the service`,
    ...{ unit: 'of 1', samples: [recovered / known.length], aim: { least: 1 } },
  })
  report({
    name: 'POSTs after kill -9: most of a job',
    ...{ unit: 'POSTs', samples: [Math.max(...played.map(({ posts }) => posts))] },
    aim: { most: 1 },
  })
}

interface Played {
  /** The paid requests that made a job at the service. */
  posts: number
  /** Whether the job is done, with its one picture. */
  isThere: boolean
}

/** Runs a job in a process that is killed at a point, and goes on with it in another. */
async function playJob(point: Point): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  let running: ChildProcess | undefined
  const script = scriptOf((reached) => reached === point && running?.kill('SIGKILL'), point)
  const fal = await startFakeFal(script)
  const id = crypto.randomUUID()
  try {
    running = startJob(fal, folder, id, point)
    const [, signal] = (await once(running, 'exit')) as [number | null, string | null]
    if (signal !== 'SIGKILL') throw new Error(`The job has never come to “${point}”`)
    running = undefined
    const again = startJob(fal, folder, id, '')
    if (!again.stdout) throw new Error('The process has no output')
    const { state, pictures } = endedSchema.parse(JSON.parse(await text(again.stdout)))
    return { posts: fal.billed, isThere: state === 'done' && pictures === 1 }
  } finally {
    await fal.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function startJob(fal: FakeFal, folder: string, id: string, killAt: string): ChildProcess {
  const path = join(import.meta.dirname, 'runRecovered.ts')
  return spawn(process.execPath, [path, fal.origin, folder, id, killAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Returns a service that tells which request has come. */
function scriptOf(reach: (point: Point) => void, point: Point): FalScript {
  let statuses = 0
  let files = 0
  return {
    statuses: falCourse,
    // The states are killed within the stream, this point between two polls.
    streams: [point === 'a status' ? 'missing' : 'good'],
    onRequest({ method, path }) {
      if (method === 'POST' && path.startsWith('/fal-ai/')) reach('the paid request')
      else if (path.includes('/status')) reach((statuses += 1) === 1 ? 'its answer' : 'a status')
      else if (path.includes('/requests/')) reach('the result')
    },
    file(response) {
      reach('the file')
      if (point !== 'half the file' || (files += 1) > 1) return false
      response.writeHead(200, { 'content-length': '9999' }).write('\x89PNG', () => reach(point))
      return true
    },
  }
}
