import { z } from 'zod'
import { presetSchema } from '../../shared/providers.ts'

const pattern = z
  .string()
  .transform((text) => new RegExp(text))
  .optional()

/** A service from the table, with its differences from OpenAI. */
const servicePresetSchema = z.strictObject({
  ...presetSchema.shape,
  kind: presetSchema.shape.kind.default('openai-compatible'),
  keyPrefixes: z.array(z.string().min(2)).default([]),
  needsKey: z.boolean().default(true),
  keyHeader: z.enum(['authorization', 'api-key']).default('authorization'),
  outputLimitField: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  streamUsage: z.boolean().default(true),
  /** True if the reasoning before a tool call must be sent back with it. */
  reasoningFeedback: z.boolean().default(false),
  /** Matches ids that it lists but does not offer for chat. */
  excludeModels: pattern,
  /** The path of the list, relative to the base URL; `models` if missing. */
  modelsPath: z.string().optional(),
  /** The field of the list with the id for requests. */
  modelIdField: z.enum(['id', 'name']).default('id'),
  /** The path of reranking, relative to the base URL; `rerank` if missing. */
  rerankPath: z.string().optional(),
  /** The model ids of a service without a list. */
  models: z.array(z.string()).optional(),
  /** Matches ids that work better through the Responses API. */
  responsesModels: pattern,
  /**
   * Set if its models make pictures within an answer, where the table of models says so. The header
   * names the model that makes them; without one a request need not name it.
   */
  pictures: z.strictObject({ modelHeader: z.string().optional() }).optional(),
  /** The model that can check messages before they are sent. */
  moderation: z.strictObject({ model: z.string(), images: z.boolean() }).optional(),
})

/** The form of resources/presets.json, which a test checks: parsing it takes a start too long. */
export const presetTableSchema = z.array(servicePresetSchema)
export type ServicePreset = z.output<typeof servicePresetSchema>
