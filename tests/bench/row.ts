/** One measured quantity of a benchmark; the unit is in words or symbols: `ms`, `MB`, `tokens/s`. */
export interface Row {
  name: string
  /** The median of all runs. */
  value: number
  unit: string
  /** What it is measured against: the same work by another way, a floor of the machine, a rival. */
  against?: { name: string; value: number }
  /** value / against.value */
  ratio?: number
  /** What is aimed at: the value is to stay at or under `most`, or at or above `least`. */
  aim?: { most: number } | { least: number }
  met?: boolean
  runs: number
  min: number
  max: number
}

/** What a bench module hands in: the samples of one quantity, in `unit`. */
export interface Measurement {
  name: string
  unit: string
  samples: readonly number[]
  against?: { name: string; value: number }
  aim?: { most: number } | { least: number }
}

export type Report = (measurement: Measurement) => void

export interface BenchOptions {
  /** Fewer repetitions and the small cases alone, to try something out. */
  quick: boolean
  /** The parts to measure, in the words of the group; none is all of them. */
  only: readonly string[]
  /** Measure nothing, but serve what is measured until it is stopped, to be looked at. */
  serve: boolean
}

/** A file tests/bench/<group>.bench.ts exports `run` of this type. */
export type Bench = (report: Report, options: BenchOptions) => Promise<void>

/** @throws {Error} when there is no sample, or one is no finite number */
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
    ...(against ? { against, ratio: value / against.value } : {}),
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
