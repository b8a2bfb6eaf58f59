import type { AnswerSetup } from '../../shared/assistantProfiles.ts'
import {
  maxAnswerTokens,
  maxStopWordLength,
  maxStopWords,
  maxTemperature,
} from '../../shared/limits.ts'
import { readNumber, readStopWords, writeStopWords } from '../core/samplingEntries.ts'

/** The fields as the user types them. */
export interface SetupEntries {
  instructions: string
  temperature: string
  topP: string
  maxTokens: string
  stopWords: string
}
export type EntryName = keyof SetupEntries

export function toEntries(setup: AnswerSetup): SetupEntries {
  const { instructions, temperature, topP, maxTokens, stopWords } = setup
  return {
    instructions,
    temperature: temperature === null ? '' : String(temperature),
    topP: topP === null ? '' : String(topP),
    maxTokens: maxTokens === null ? '' : String(maxTokens),
    stopWords: writeStopWords(stopWords),
  }
}

/** Reads the entries. One that can't be used leaves the saved value, and is named. */
export function readEntries(
  entries: SetupEntries,
  saved: AnswerSetup,
): { setup: AnswerSetup; invalid: EntryName[] } {
  const invalid: EntryName[] = []
  function orSaved<Name extends EntryName>(
    name: Name,
    read: AnswerSetup[Name] | undefined,
  ): AnswerSetup[Name] {
    if (read !== undefined) return read
    invalid.push(name)
    return saved[name]
  }
  const { instructions, temperature, topP, maxTokens, stopWords } = entries
  const setup: AnswerSetup = {
    ...saved,
    instructions,
    temperature: orSaved('temperature', readNumber(temperature, isTemperature)),
    topP: orSaved(
      'topP',
      readNumber(topP, (value) => value > 0 && value <= 1),
    ),
    maxTokens: orSaved('maxTokens', readNumber(maxTokens, isTokenLimit)),
    stopWords: orSaved('stopWords', fittingWords(readStopWords(stopWords))),
  }
  return { setup, invalid }
}

function isTemperature(value: number): boolean {
  return value >= 0 && value <= maxTemperature
}

function isTokenLimit(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maxAnswerTokens
}

function fittingWords(words: string[]): string[] | undefined {
  const areShort = words.every((word) => word.length <= maxStopWordLength)
  return areShort && words.length <= maxStopWords ? words : undefined
}
