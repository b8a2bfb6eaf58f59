import { plainSetup } from '../../../shared/answerSetup.ts'
import { assistantFieldsSchema } from '../../../shared/assistantProfiles.ts'
import {
  maxAnswerTokens,
  maxAssistantDescriptionLength,
  maxAssistantNameLength,
  maxInstructionsLength,
  maxOpeningQuestionLength,
  maxOpeningQuestions,
  maxStopWordLength,
  maxStopWords,
  maxTemperature,
} from '../../../shared/limits.ts'
import { reasoningEfforts, type ReasoningEffort } from '../../../shared/models.ts'
import type { Source } from './openSource.ts'
import type { FoundAssistant, ServiceModel } from './readTask.ts'

/** Places of the fields in one format, the likeliest first. */
export interface Places {
  name: readonly string[]
  emoji?: readonly string[]
  description?: readonly string[]
  openingQuestions?: readonly string[]
  instructions: readonly string[]
  effort?: readonly string[]
  temperature?: readonly string[]
  topP?: readonly string[]
  maxTokens?: readonly string[]
  stopWords?: readonly string[]
}

interface Extras {
  /** Used if the source has no instructions of its own. */
  instructions?: string
  model?: ServiceModel | null
  card?: string | null
  /** Further parts that are not imported. */
  left?: readonly string[]
}

/** Returns the assistant in a source; null without a name, or with too long instructions. */
export function readDraft(
  source: Source,
  places: Places,
  { instructions, model = null, card = null, left = [] }: Extras = {},
): FoundAssistant | null {
  const at = (name: keyof Places): readonly string[] => places[name] ?? []
  const name = source.take(at('name'), (value) => readText(value, maxAssistantNameLength))
  const setup = {
    ...plainSetup,
    instructions:
      instructions ?? source.take(at('instructions'), (value) => readVerbatim(value)) ?? '',
    effort: source.take(at('effort'), readEffort) ?? null,
    temperature: source.take(at('temperature'), (value) => readNumber(value, 0, maxTemperature)),
    topP: source.take(at('topP'), (value) => (value === 0 ? undefined : readNumber(value, 0, 1))),
    maxTokens: source.take(at('maxTokens'), (value) =>
      Number.isInteger(value) ? readNumber(value, 1, maxAnswerTokens) : undefined,
    ),
    stopWords: source.take(at('stopWords'), readStopWords) ?? [],
  }
  const fields = assistantFieldsSchema.safeParse({
    name,
    emoji: source.take(at('emoji'), readEmoji) ?? '',
    description:
      source.take(at('description'), (value) => readText(value, maxAssistantDescriptionLength)) ??
      '',
    model: null,
    openingQuestions: source.take(at('openingQuestions'), readQuestions) ?? [],
    setup: {
      ...setup,
      temperature: setup.temperature ?? null,
      topP: setup.topP ?? null,
      maxTokens: setup.maxTokens ?? null,
    },
  })
  if (!fields.success) return null
  return { fields: fields.data, model, card, left: [...source.left(), ...left] }
}

/** Returns text that isn't blank and not too long. */
export function readText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.trim().length <= maxLength ? value.trim() : undefined
}

/** Instructions are kept exactly as written. */
function readVerbatim(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return value.length <= maxInstructionsLength ? value : undefined
}

function readNumber(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined
}

function readEffort(value: unknown): ReasoningEffort | undefined {
  return reasoningEfforts.find((effort) => effort === value)
}

/** Pictures are not fetched: only an emoji is taken. */
function readEmoji(value: unknown): string | undefined {
  return typeof value === 'string' && /^\p{RGI_Emoji}$/v.test(value) ? value : undefined
}

function readStopWords(value: unknown): string[] | undefined {
  const words = readTexts(value)
  const fits = words?.every(({ length }) => length > 0 && length <= maxStopWordLength)
  return words && fits && words.length <= maxStopWords ? words : undefined
}

/** Accepts texts, and the objects `{ content: [text] }` and `{ content: text }` of Open WebUI. */
function readQuestions(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = readTexts(
    value.map((one: unknown) =>
      typeof one === 'object' && one !== null && 'content' in one ? one.content : one,
    ),
  )
  const fits = texts?.every((text) => text.trim() !== '' && text.length <= maxOpeningQuestionLength)
  return texts && fits && texts.length <= maxOpeningQuestions ? texts : undefined
}

function readTexts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((one) => typeof one === 'string')
  return texts.length === value.length ? texts : undefined
}
