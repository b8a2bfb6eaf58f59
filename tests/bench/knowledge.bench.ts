import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { loadVectors, parseSize } from './knowledge/clusteredVectors.ts'
import { installRivals } from './rivals/installRivals.ts'
import { measureIndexing } from './knowledge/measureIndexing.ts'
import { measureReindexing } from './knowledge/measureReindexing.ts'
import { measureReading } from './knowledge/measureReading.ts'
import { measureWords } from './knowledge/measureWords.ts'
import { parseEmbedder, reportQuality } from './knowledge/qualityOf.ts'
import { rivals } from './knowledge/rivalEngines.ts'
import { recallWanted } from './knowledge/engine.ts'
import type { EngineFigures, Tuned } from './knowledge/runEngine.ts'
import type { Bench, Report } from './row.ts'

const execute = promisify(execFile)
const script = join(import.meta.dirname, 'knowledge', 'runEngine.ts')
const cache = join(projectRoot, '.cache', 'bench-knowledge')
const limitMilliseconds = 30 * 60_000
const repeats = 3
/** Parts of the benchmark besides the engines. */
const parts = ['reading', 'indexing', 'reindexing', 'quality', 'words']
/** Size that the aims apply to. */
const aimed = '100000x768'
const atEqualRecall = ' at equal recall'
const timesFaster: Readonly<Record<string, number>> = {
  'sqlite-vec': 10,
  'lancedb-flat': 10,
  vectra: 5,
}

/**
 * Compares Parley's search with other stores of vectors, each in a process of its own, one after
 * another, and measures the reading of documents. `--only` names sizes, such as 100000x768, engines,
 * and what `parts` lists; without a size it is 10000x384.
 */
export const run: Bench = async (report, options) => {
  const { quick } = options
  const isAsked = (part: string): boolean =>
    options.only.length === 0 || options.only.includes(part)
  if (isAsked('reading')) await measureReading(report, options)
  if (isAsked('indexing')) await measureIndexing(report, options)
  if (isAsked('reindexing')) await measureReindexing(report, options)
  if (isAsked('words')) await measureWords(report)
  if (isAsked('quality')) {
    await reportQuality(report, options.embedder ? parseEmbedder(options.embedder) : undefined)
  }
  const only = options.only.filter((word) => !parts.includes(word))
  if (only.length === 0 && options.only.length > 0) return
  const sizes = only.filter((word) => parseSize(word))
  const engines = only.filter((word) => !parseSize(word))
  const unknown = engines.filter((name) => name !== 'parley' && !(name in rivals))
  if (unknown.length > 0) throw new Error(`No such engine or size: ${unknown.join(', ')}`)
  const names = ['parley', ...Object.keys(rivals)].filter(
    (name) => engines.length === 0 || engines.includes(name),
  )
  if (names.some((name) => name !== 'parley')) await installRivals('engines', ['usearch'])
  for (const size of sizes.length > 0 ? sizes : ['10000x384']) {
    await compare(report, size, names, quick ? 1 : repeats)
  }
}

/** An engine as it is asked: with its own settings, or with the breadth at which it finds enough. */
interface Asked {
  engine: string
  breadth?: number
}

async function compare(report: Report, size: string, names: readonly string[], times: number) {
  const parsed = parseSize(size)
  if (!parsed) return
  loadVectors(dataFolder(size), parsed)
  const all = new Map<string, Asked>()
  for (const name of names) {
    const most = name === 'parley' ? Infinity : (rivals[name]?.maxCount ?? Infinity)
    if (parsed.count > most) console.log(`    ${name} does not hold ${String(parsed.count)}`)
    else if (await build(report, name, size)) {
      all.set(name, { engine: name })
      const breadth = rivals[name]?.breadths && (await tune(name, size))
      if (breadth) all.set(`${name}${atEqualRecall}`, { engine: name, breadth })
    }
  }
  // They take turns, so that the machine's other work meets all of them.
  const figures = new Map<string, EngineFigures[]>()
  for (let time = 0; time < times; time += 1) {
    for (const [name, { engine, breadth }] of all) {
      const asked = await ask(engine, size, breadth)
      if (asked) figures.set(name, [...(figures.get(name) ?? []), asked])
    }
  }
  for (const [name, list] of figures) reportEngine(report, `${size} ${name}`, list)
  reportRatios(report, size, figures)
  console.log(
    `    load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
}

/** Returns the breadth at which an index finds as much as Parley is to find. */
async function tune(name: string, size: string): Promise<number | undefined> {
  const tuned = await runScript<Tuned>('tune', name, size, engineFolder(name, size))
  if (!tuned) return undefined
  const { breadth, recall } = tuned
  console.log(`    ${name} finds ${recall.toFixed(4)} at breadth ${String(breadth)}`)
  return recall >= recallWanted ? breadth : undefined
}

async function build(report: Report, name: string, size: string): Promise<boolean> {
  const folder = engineFolder(name, size)
  if (existsSync(folder)) return true
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const made = await runScript<{ seconds: number }>('build', name, size, unfinished)
  if (!made) return false
  renameSync(unfinished, folder)
  report({ name: `${size} ${name}, built`, unit: 's', samples: [made.seconds] })
  report({ name: `${size} ${name}, disk`, unit: 'MB', samples: [sizeOf(folder) / 1e6] })
  return true
}

const ask = (name: string, size: string, breadth?: number): Promise<EngineFigures | undefined> =>
  runScript<EngineFigures>('ask', name, size, engineFolder(name, size), breadth)

async function runScript<Figures>(
  task: string,
  name: string,
  size: string,
  folder: string,
  breadth?: number,
): Promise<Figures | undefined> {
  try {
    const given = [script, task, name, size, dataFolder(size), folder]
    if (breadth !== undefined) given.push(String(breadth))
    const { stdout } = await execute(process.execPath, given, { timeout: limitMilliseconds })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 12).join(' ') : ''
    console.log(`    ${name} failed to ${task}: ${reason.slice(0, 600)}`)
    return undefined
  }
}

function reportEngine(report: Report, name: string, list: readonly EngineFigures[]): void {
  const isAimed = name === `${aimed} parley`
  const add = (
    what: string,
    unit: string,
    samples: number[],
    aim?: { most: number } | { least: number },
  ) => report({ name: `${name}, ${what}`, unit, samples, ...(isAimed && aim && { aim }) })
  add(
    'best',
    'ms',
    list.map(({ milliseconds }) => Math.min(...milliseconds)),
  )
  add(
    'p50',
    'ms',
    list.map(({ milliseconds }) => percentile(milliseconds, 0.5)),
  )
  add(
    'p95',
    'ms',
    list.map(({ milliseconds }) => percentile(milliseconds, 0.95)),
    { most: 10 },
  )
  add(
    'processor',
    'ms',
    list.map(({ cpuMilliseconds }) => cpuMilliseconds),
  )
  add(
    'first query',
    'ms',
    list.map(({ coldMilliseconds }) => coldMilliseconds),
  )
  add(
    'recall',
    '',
    list.map(({ recall }) => recall),
    { least: recallWanted },
  )
  add(
    'memory',
    'MB',
    list.map(({ megabytes }) => megabytes),
  )
  if (list.every(({ hybrid }) => hybrid.length > 0)) {
    add(
      'hybrid p95',
      'ms',
      list.map(({ hybrid }) => percentile(hybrid, 0.95)),
      { most: 50 },
    )
  }
}

/**
 * Compares processor time, which other work on the machine changes least. Of an index that finds as
 * much as Parley, also the time that a user waits.
 */
function reportRatios(
  report: Report,
  size: string,
  figures: ReadonlyMap<string, EngineFigures[]>,
): void {
  const own = figures.get('parley')
  if (!own) return
  for (const [name, list] of figures) {
    if (name === 'parley') continue
    const isEqual = name.endsWith(atEqualRecall)
    const least = isEqual ? 1 : timesFaster[name]
    const compareBy = (what: string, of: (figures: EngineFigures) => number): void =>
      report({
        name: `${size} ${name}, times the ${what} of Parley`,
        unit: '×',
        samples: list.map((figure, index) => of(figure) / (own[index] ? of(own[index]) : NaN)),
        ...(size === aimed && least !== undefined && { aim: { least } }),
      })
    compareBy('processor time', ({ cpuMilliseconds }) => cpuMilliseconds)
    if (!isEqual) continue
    compareBy('p50', ({ milliseconds }) => percentile(milliseconds, 0.5))
    compareBy('p95', ({ milliseconds }) => percentile(milliseconds, 0.95))
  }
}

function percentile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((first, second) => first - second)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

const dataFolder = (size: string): string => join(cache, size, 'data')
const engineFolder = (name: string, size: string): string => join(cache, size, name)

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
