import { fork } from 'node:child_process'
import { join } from 'node:path'
import { openContenders } from './contenders.ts'
import type { Answer, Contender } from './contenders.ts'
import { measurePictures } from './providers/measurePictures.ts'
import { median } from './row.ts'
import type { Report } from './row.ts'

const firstTokens = 60
const longAnswers = 15
const longEvents = 5000

/**
 * Measures what each adapter adds to its vendor's package: time to the first token, and CPU time.
 */
export async function run(report: Report): Promise<void> {
  await measurePictures(report)
  await withServer(async (origin) => {
    for (const contender of openContenders(origin)) {
      await measureFirstToken(contender, report)
      await measureCpu(contender, report)
    }
  })
}

async function measureFirstToken({ service, alone, parley }: Contender, report: Report) {
  const [floor, samples] = await interleave(firstTokens, alone, parley, firstTokenMilliseconds)
  const middle = median(floor)
  report({
    name: `${service}: added to the time to the first token`,
    unit: 'ms',
    samples: samples.map((milliseconds) => milliseconds - middle),
    aim: { most: 15 },
  })
}

async function measureCpu({ service, alone, parley }: Contender, report: Report) {
  const [floor, samples] = await interleave(longAnswers, alone, parley, cpuMilliseconds)
  const middle = median(floor)
  report({
    name: `${service}: CPU per 1,000 events`,
    unit: 'ms',
    samples,
    against: { name: 'package alone', value: middle },
    aim: { most: middle * 1.5 },
  })
}

type Measure = (answer: Answer) => Promise<number>

/** Runs both alternately. Omits the first run of each, which opens connections and loads code. */
async function interleave(count: number, alone: Answer, parley: Answer, measure: Measure) {
  const samples: [number[], number[]] = [[], []]
  for (let round = -2; round < count; round += 1) {
    const pair = [await measure(alone), await measure(parley)] as const
    if (round < 0) continue
    samples[0].push(pair[0])
    samples[1].push(pair[1])
  }
  return samples
}

async function firstTokenMilliseconds(answer: Answer): Promise<number> {
  const start = performance.now()
  let milliseconds = NaN
  await answer('short', () => {
    if (Number.isNaN(milliseconds)) milliseconds = performance.now() - start
  })
  return milliseconds
}

async function cpuMilliseconds(answer: Answer): Promise<number> {
  let texts = 0
  const before = process.cpuUsage()
  await answer('long', () => (texts += 1))
  const { user, system } = process.cpuUsage(before)
  if (texts < longEvents) throw new Error(`Only ${String(texts)} pieces of text came`)
  return (user + system) / 1000 / (longEvents / 1000)
}

async function withServer(work: (origin: string) => Promise<void>): Promise<void> {
  const server = fork(join(import.meta.dirname, 'streamServer.ts'), [String(longEvents)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      server.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim()))
      server.once('exit', () => reject(new Error('The server of streams ended')))
    })
    await work(origin)
  } finally {
    server.kill()
  }
}
