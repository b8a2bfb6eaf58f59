import { z } from 'zod'
import {
  answerSetupSchema,
  assistantFieldsSchema,
  type Assistant,
} from '../../../shared/assistantProfiles.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import { maxCardLength } from '../../../shared/limits.ts'
import { openSource } from './openSource.ts'
import { serviceModelSchema, type FoundAssistant, type ServiceModel } from './readTask.ts'

export const fileFormat = 'parley.assistant'
export const fileVersion = 1

/** An assistant in a file of Parley: the fields and the setup on one level. */
const ownSchema = assistantFieldsSchema
  .omit({ model: true, setup: true })
  .extend(answerSetupSchema.partial().shape)
  .extend({
    model: serviceModelSchema.nullable().default(null),
    card: z.record(z.string(), z.unknown()).nullable().default(null),
  })

interface Exported {
  assistant: Assistant
  model: ServiceModel | null
  card: string | null
}

/** Writes a file with assistants. It holds no key and no address. */
export function writeFile(exported: readonly Exported[]): string {
  const assistants = exported.map(({ assistant, model, card }) => {
    const { name, emoji, description, openingQuestions, setup } = assistant
    const fields = { name, emoji, description, openingQuestions, ...setup, model }
    return card === null ? fields : { ...fields, card: parseJson(card) }
  })
  return `${JSON.stringify({ format: fileFormat, version: fileVersion, assistants }, null, 2)}\n`
}

/** Returns an assistant of such a file; null if a part of it can't be used. */
export function readOwn(value: unknown): FoundAssistant | null {
  const read = ownSchema.safeParse(value)
  if (!read.success || !isObject(value)) return null
  const { name, emoji, description, openingQuestions, model, card, ...given } = read.data
  const text = card && JSON.stringify(card)
  if (text !== null && text.length > maxCardLength) return null
  const source = openSource(value)
  source.ignore(...Object.keys(ownSchema.shape))
  const setup = answerSetupSchema.parse({
    instructions: given.instructions ?? '',
    effort: given.effort ?? null,
    temperature: given.temperature ?? null,
    topP: given.topP ?? null,
    maxTokens: given.maxTokens ?? null,
    stopWords: given.stopWords ?? [],
  })
  const fields = { name, emoji, description, openingQuestions, model: null, setup }
  return { fields, model, card: text, left: source.left() }
}
