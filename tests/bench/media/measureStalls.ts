import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startFakeFal, type FakeFal } from '../../fakes/fakeFal.ts'
import type { BenchOptions, Report } from '../row.ts'
import { writeNoisyPictures } from './noisyPictures.ts'
import { reportBeside } from './reportBeside.ts'

const jobs = 20
const landing = 4
const maxRatio = 2

const loopSchema = z.array(z.object({ longest: z.number(), busiest: z.number() }))
const stallsSchema = z.object({ idle: loopSchema, running: loopSchema })
/** Longest stalls by watch. */
export type Stalls = z.infer<typeof stallsSchema>

/** Measures the longest stall of main's loop while jobs run and results of 4 megapixels land. */
export async function measureStalls(report: Report, { quick }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const [path = ''] = await writeNoisyPictures(folder, 'PNG', 1)
  const picture = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  const fal = await startFakeFal({
    statuses: [{ status: 'IN_PROGRESS' }],
    file(response) {
      response.writeHead(200, { 'content-length': picture.length }).end(picture)
      return true
    },
  })
  try {
    const { idle, running } = await watchMain(fal, quick ? 3 : 9)
    const meanwhile = `while ${String(jobs)} jobs run and ${String(landing)} land`
    reportBeside(report, {
      ...{ name: `main’s longest stall ${meanwhile}`, unit: 'ms', most: maxRatio },
      own: running.map(({ longest }) => longest),
      rival: { name: 'idle', samples: idle.map(({ longest }) => longest) },
    })
    reportBeside(report, {
      ...{ name: `main’s most work at a stretch ${meanwhile}`, unit: 'ms' },
      own: running.map(({ busiest }) => busiest),
      rival: { name: 'idle', samples: idle.map(({ busiest }) => busiest) },
    })
  } finally {
    await fal.close()
  }
}

/** Runs main's part of media in a process of its own, whose service is here. */
async function watchMain(fal: FakeFal, repeats: number): Promise<Stalls> {
  const given = [fal.origin, jobs, landing, repeats].map(String)
  const main = fork(join(import.meta.dirname, 'runStalls.ts'), given)
  try {
    return await new Promise<Stalls>((resolve, reject) => {
      main.once('exit', () => reject(new Error('The process of the jobs has ended')))
      main.on('message', (message) => {
        if (message === 'some') complete(fal, landing)
        else if (message === 'all') complete(fal, jobs)
        else resolve(stallsSchema.parse(message))
      })
    })
  } finally {
    main.kill()
  }
}

/** Lets this many of the newest jobs end. A stream tells a new object as news. */
function complete(fal: FakeFal, count: number): void {
  for (const job of fal.jobs.slice(-jobs).slice(0, count)) job.statuses = [{ status: 'COMPLETED' }]
}
