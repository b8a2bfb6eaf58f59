import { z } from 'zod'
import table from '../../../resources/presets.json' with { type: 'json' }
import type { Preset } from '../../shared/providers.ts'

/** A service of the table, with what it does differently from OpenAI. */
export interface ServicePreset extends Preset {
  keyHeader: 'authorization' | 'api-key'
  outputLimitField: 'max_tokens' | 'max_completion_tokens'
  streamUsage: boolean
  /** Whether what was thought before a call has to go back with it. */
  reasoningFeedback: boolean
  /** Ids that it lists and does not serve through chat. */
  excludeModels?: RegExp | undefined
  /** Where its list is, seen from the base address, if not at `models`. */
  modelsPath?: string | undefined
  /** Where its list has what a request names the model by. */
  modelIdField: 'id' | 'name'
  /** Its models, where it has no list to ask for. */
  models?: string[] | undefined
  /** Ids that are better asked through the Responses API. */
  responsesModels?: RegExp | undefined
  /** What can check a message before it is sent. */
  moderation?: { model: string; images: boolean } | undefined
}

const pattern = z
  .string()
  .transform((text) => new RegExp(text))
  .optional()

const presetSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['openai-compatible', 'anthropic', 'bedrock']).default('openai-compatible'),
  baseUrl: z.string(),
  keyUrl: z.url().nullable(),
  needsKey: z.boolean().default(true),
  keyHeader: z.enum(['authorization', 'api-key']).default('authorization'),
  outputLimitField: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  streamUsage: z.boolean().default(true),
  reasoningFeedback: z.boolean().default(false),
  excludeModels: pattern,
  modelsPath: z.string().optional(),
  modelIdField: z.enum(['id', 'name']).default('id'),
  models: z.array(z.string()).optional(),
  responsesModels: pattern,
  moderation: z.strictObject({ model: z.string(), images: z.boolean() }).optional(),
})

export const presets: readonly ServicePreset[] = z.array(presetSchema).parse(table)

export function findPreset(id: string | null): ServicePreset | undefined {
  return presets.find((preset) => preset.id === id)
}
