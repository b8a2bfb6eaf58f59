import { z } from 'zod'
import table from '../../../resources/presets.json' with { type: 'json' }
import type { Preset } from '../../shared/providers.ts'

/** A service of the table, with what it does differently from OpenAI. */
export interface ServicePreset extends Preset {
  keyHeader: 'authorization' | 'api-key'
  outputLimitField: 'max_tokens' | 'max_completion_tokens'
  streamUsage: boolean
  /** Ids that it lists and does not serve through chat. */
  excludeModels?: RegExp | undefined
  /** Its models, where it has no list to ask for. */
  models?: string[] | undefined
}

const presetSchema = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  keyUrl: z.url().nullable(),
  needsKey: z.boolean().default(true),
  keyHeader: z.enum(['authorization', 'api-key']).default('authorization'),
  outputLimitField: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  streamUsage: z.boolean().default(true),
  excludeModels: z
    .string()
    .transform((pattern) => new RegExp(pattern))
    .optional(),
  models: z.array(z.string()).optional(),
})

export const presets: readonly ServicePreset[] = z.array(presetSchema).parse(table)

export function findPreset(id: string | null): ServicePreset | undefined {
  return presets.find((preset) => preset.id === id)
}
