import type { ContinuedText, Sampling } from '../../shared/completions.ts'
import {
  maxContinuationTokens,
  maxStopWordLength,
  maxStopWords,
  maxTemperature,
} from '../../shared/limits.ts'
import { readNumber, readStopWords } from '../core/samplingEntries.ts'

export type Fields = ContinuedText['fields']
export type FieldName = keyof Fields

export const initialFields: Fields = {
  stop: '',
  temperature: '',
  topP: '',
  seed: '',
  maxTokens: '200',
}

/** Reads the fields as the user typed them. Names those whose entry can't be used. */
export function readSampling(
  fields: Fields,
): { sampling: Sampling; invalid: [] } | { sampling?: never; invalid: FieldName[] } {
  const stop = readStopWords(fields.stop)
  const temperature = readNumber(
    fields.temperature,
    (value) => value >= 0 && value <= maxTemperature,
  )
  const topP = readNumber(fields.topP, (value) => value > 0 && value <= 1)
  const seed = readNumber(fields.seed, (value) => Number.isSafeInteger(value) && value >= 0)
  const maxTokens = readNumber(
    fields.maxTokens,
    (value) => Number.isInteger(value) && value >= 1 && value <= maxContinuationTokens,
  )
  const isTooMuch =
    stop.length > maxStopWords || stop.some((word) => word.length > maxStopWordLength)
  if (
    isTooMuch ||
    temperature === undefined ||
    topP === undefined ||
    seed === undefined ||
    maxTokens === undefined ||
    maxTokens === null
  ) {
    const faults: Record<FieldName, boolean> = {
      stop: isTooMuch,
      temperature: temperature === undefined,
      topP: topP === undefined,
      seed: seed === undefined,
      maxTokens: maxTokens === undefined || maxTokens === null,
    }
    const names = Object.keys(faults) as FieldName[]
    return { invalid: names.filter((name) => faults[name]) }
  }
  return { sampling: { stop, temperature, topP, seed, maxTokens }, invalid: [] }
}
