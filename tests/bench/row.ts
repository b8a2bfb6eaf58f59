/** A measured quantity of a benchmark. The unit is a word or symbol: `ms`, `MB`, `tokens/s`. */
export interface Row {
  name: string
  /** The median of all samples. */
  value: number
  unit: string
  /** The reference: the same work by another method, the machine's minimum, or a competitor. */
  against?: { name: string; value: number }
  /** value / against.value, unless that is 0 */
  ratio?: number
  /** The target: the value must not exceed `most`, or not fall below `least`. */
  aim?: { most: number } | { least: number }
  met?: boolean
  runs: number
  min: number
  max: number
}

/** The samples of one quantity from a bench module, in `unit`. */
export interface Measurement {
  name: string
  unit: string
  samples: readonly number[]
  against?: { name: string; value: number }
  aim?: { most: number } | { least: number }
}

export type Report = (measurement: Measurement) => void

export interface BenchOptions {
  /** Runs fewer repetitions and only the small cases, for trying something out. */
  quick: boolean
  /** The parts to measure, as the group names them; empty means all. */
  only: readonly string[]
  /** The address of an embedder with its model, such as `http://127.0.0.1:11434/v1#model`. */
  embedder?: string | undefined
  /** Serves the measured page for viewing until stopped, and measures nothing. */
  serve: boolean
}

/** A file tests/bench/<group>.bench.ts exports `run` of this type. */
export type Bench = (report: Report, options: BenchOptions) => Promise<void>

/** Returns the row of a measurement. @throws {Error} if there is no sample or one is not finite */
export function toRow({ name, unit, samples, against, aim }: Measurement): Row {
  const sorted = samples.toSorted((first, second) => first - second)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined) throw new Error(`${name} has no sample.`)
  if (!sorted.every(Number.isFinite)) throw new Error(`${name} has a sample that is no number.`)
  const value = medianOfSorted(sorted)
  return {
    name,
    value,
    unit,
    ...(against ? { against } : {}),
    ...(against && against.value !== 0 ? { ratio: value / against.value } : {}),
    ...(aim ? { aim, met: isMet(value, aim) } : {}),
    runs: sorted.length,
    min,
    max,
  }
}

function medianOfSorted(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

const isMet = (value: number, aim: NonNullable<Row['aim']>): boolean =>
  'most' in aim ? value <= aim.most : value >= aim.least

export function median(samples: readonly number[]): number {
  return medianOfSorted(samples.toSorted((first, second) => first - second))
}
