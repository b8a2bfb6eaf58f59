import type { TrainingOptions } from '../../shared/fineTuning/fineTuning.ts'
import { maxSuffixLength, trainingLimits as limits } from '../../shared/limits.ts'

/** The fields of a training's options, as the user types them. */
export interface OptionFields {
  validation: string
  epochs: string
  batchSize: string
  learningRate: string
  beta: string
  seed: string
  suffix: string
  tokenPrice: string
}
export type OptionField = keyof OptionFields

export function toFields(options: TrainingOptions): OptionFields {
  const text = (value: number | null): string => (value === null ? '' : String(value))
  return {
    validation: String(Math.round(options.validationShare * 100)),
    epochs: text(options.epochs),
    batchSize: text(options.batchSize),
    learningRate: text(options.learningRate),
    beta: text(options.beta),
    seed: String(options.seed),
    suffix: options.suffix,
    tokenPrice: text(options.tokenPrice),
  }
}

/** Reads the fields. Names those whose entry can't be used. */
export function readFields(
  fields: OptionFields,
  dropDuplicates: boolean,
): { options: TrainingOptions; invalid: [] } | { options?: never; invalid: OptionField[] } {
  const read = {
    validation: readNumber(
      fields.validation,
      (value) => value >= 0 && value / 100 <= limits.validationShare.most,
    ),
    epochs: readNumber(fields.epochs, isWhole(limits.epochs)),
    batchSize: readNumber(fields.batchSize, isWhole(limits.batchSize)),
    learningRate: readNumber(
      fields.learningRate,
      (value) => value > 0 && value <= limits.learningRate.most,
    ),
    beta: readNumber(fields.beta, (value) => value > 0 && value <= limits.beta.most),
    seed: readNumber(fields.seed, isWhole(limits.seed)),
    tokenPrice: readNumber(fields.tokenPrice, (value) => value >= 0),
  }
  const names = Object.keys(read) as (keyof typeof read)[]
  const suffix = fields.suffix.trim()
  const invalid: OptionField[] = names.filter((name) => read[name] === undefined)
  if (suffix.length > maxSuffixLength) invalid.push('suffix')
  if (invalid.length > 0) return { invalid }
  const { validation, seed, ...rest } = read
  const numbers = rest as Record<keyof typeof rest, number | null>
  const share = (validation ?? 0) / 100
  const options = { ...numbers, validationShare: share, seed: seed ?? 0, suffix, dropDuplicates }
  return { options, invalid: [] }
}

function isWhole({ least, most }: { least: number; most: number }): (value: number) => boolean {
  return (value) => Number.isInteger(value) && value >= least && value <= most
}

/** Reads a number with a point or a comma. Null for an empty entry, undefined for an invalid one. */
function readNumber(entry: string, fits: (value: number) => boolean): number | null | undefined {
  const text = entry.trim().replace(',', '.')
  if (text === '') return null
  const value = Number(text)
  return Number.isFinite(value) && fits(value) ? value : undefined
}
