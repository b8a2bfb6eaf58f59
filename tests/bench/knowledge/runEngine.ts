import { performance } from 'node:perf_hooks'
import { createWriter } from '../search/largeHistory.ts'
import { createRandom } from '../search/vocabulary.ts'
import { loadVectors, neighbours, parseSize, type VectorSet } from './clusteredVectors.ts'
import { recallWanted, type Engine, type OpenEngine } from './engine.ts'
import { parley } from './parleyEngine.ts'
import { rivals } from './rivalEngines.ts'

export interface EngineFigures {
  milliseconds: number[]
  /** Processor time of this process for one query. */
  cpuMilliseconds: number
  coldMilliseconds: number
  recall: number
  megabytes: number
  hybrid: number[]
}

/** The least breadth at which an index finds as much as is wanted, or its last. */
export interface Tuned {
  breadth: number
  recall: number
}

const rounds = 2

// Builds, tunes or asks one engine in a process of its own, and prints what it measured as JSON.
const [task, name = '', size = '', data = '', folder = '', breadth] = process.argv.slice(2)
const engine = name === 'parley' ? parley : rivals[name]
const parsed = parseSize(size)
if (!engine || !parsed) throw new Error(`There is no ${name} of ${size}`)
const set = loadVectors(data, parsed)
if (task === 'build') {
  const start = performance.now()
  await engine.build(folder, set)
  print({ seconds: (performance.now() - start) / 1000 })
} else if (task === 'tune') {
  print(await tune(engine, set))
} else {
  const before = process.memoryUsage().rss
  const given = breadth === undefined ? undefined : Number(breadth)
  const opened = await engine.open(folder, set, given)
  print(await measure(opened, set, before))
  await opened.close()
}
process.exit()

function print(measured: object): void {
  console.log(JSON.stringify(measured))
}

async function tune({ breadths = [], open }: Engine, given: VectorSet): Promise<Tuned> {
  let tuned: Tuned = { breadth: 0, recall: 0 }
  for (const tried of breadths) {
    const opened = await open(folder, given, tried)
    let hits = 0
    for (const [index, query] of given.queries.entries()) {
      hits += hitsOf(await opened.search(query, neighbours), given.nearest[index])
    }
    await opened.close()
    tuned = { breadth: tried, recall: hits / (given.queries.length * neighbours) }
    if (tuned.recall >= recallWanted) break
  }
  return tuned
}

function hitsOf(found: readonly number[], nearest: readonly number[] = []): number {
  const wanted = new Set(nearest)
  return found.filter((id) => wanted.has(id)).length
}

async function measure(
  opened: OpenEngine,
  given: VectorSet,
  before: number,
): Promise<EngineFigures> {
  const [first = new Float32Array(0)] = given.queries
  const coldMilliseconds = await time(() => opened.search(first, neighbours))
  const milliseconds: number[] = []
  let hits = 0
  const cpu = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, query] of given.queries.entries()) {
      let found: number[] = []
      milliseconds.push(await time(async () => (found = await opened.search(query, neighbours))))
      hits += hitsOf(found, given.nearest[index])
    }
  }
  const used = process.cpuUsage(cpu)
  return {
    milliseconds,
    cpuMilliseconds: (used.user + used.system) / 1000 / milliseconds.length,
    coldMilliseconds,
    recall: hits / (milliseconds.length * neighbours),
    megabytes: (process.memoryUsage().rss - before) / 1e6,
    hybrid: await measureHybrid(opened, given),
  }
}

async function measureHybrid({ hybrid }: OpenEngine, given: VectorSet): Promise<number[]> {
  if (!hybrid) return []
  // The same seed makes the same vocabulary as the texts have.
  const write = createWriter(createRandom(1))
  const times: number[] = []
  for (const query of given.queries) {
    const words = write(6)
    times.push(await time(() => hybrid(words, query, neighbours)))
  }
  return times
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
