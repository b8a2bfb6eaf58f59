import { z } from 'zod'
import table from '../../../resources/presets.json' with { type: 'json' }
import { modelTasks } from '../../shared/models.ts'
import type { ModelTask } from '../../shared/models.ts'
import type { Preset } from '../../shared/providers.ts'

/** A service from the table, with its differences from OpenAI. */
export interface ServicePreset extends Preset {
  keyHeader: 'authorization' | 'api-key'
  outputLimitField: 'max_tokens' | 'max_completion_tokens'
  streamUsage: boolean
  /** True if the reasoning before a call must be sent back with it. */
  reasoningFeedback: boolean
  /** Matches ids that it lists but does not offer for chat. */
  excludeModels?: RegExp | undefined
  /** The path of the list, relative to the base URL; `models` if missing. */
  modelsPath?: string | undefined
  /** The field of the list with the id for requests. */
  modelIdField: 'id' | 'name'
  /** The model ids of a service without a list. */
  models?: string[] | undefined
  /** Matches ids that work better through the Responses API. */
  responsesModels?: RegExp | undefined
  /** The model that can check messages before they are sent. */
  moderation?: { model: string; images: boolean } | undefined
  /** The tasks for which Parley uses its models. */
  tasks: readonly ModelTask[]
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
  keyPrefixes: z.array(z.string().min(2)).default([]),
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
  tasks: z.array(z.enum(modelTasks)).default(['chat', 'embed', 'transcribe']),
  moderation: z.strictObject({ model: z.string(), images: z.boolean() }).optional(),
})

export const presets: readonly ServicePreset[] = z.array(presetSchema).parse(table)

export function findPreset(id: string | null): ServicePreset | undefined {
  return presets.find((preset) => preset.id === id)
}
