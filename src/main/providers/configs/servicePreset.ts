import { z } from 'zod'
import { presetSchema } from '../../../shared/providers.ts'

/**
 * A service that Parley knows, with its differences from OpenAI. Its type is what main uses; a test
 * checks the table against it: doing so at each start would slow it.
 */
export const servicePresetSchema = z.strictObject({
  ...presetSchema.shape,
  keyPrefixes: z.array(z.string().min(2)),
  keyHeader: z.enum(['authorization', 'api-key']),
  outputLimitField: z.enum(['max_tokens', 'max_completion_tokens']),
  streamUsage: z.boolean(),
  /** True if the reasoning before a tool call must be sent back with it. */
  reasoningFeedback: z.boolean(),
  /** Matches ids that it lists but does not offer for chat. */
  excludeModels: z.instanceof(RegExp).optional(),
  /** The path of the list, relative to the base URL; `models` if missing. */
  modelsPath: z.string().optional(),
  /** The field of the list with the id for requests. */
  modelIdField: z.enum(['id', 'name']),
  /** The path of reranking, relative to the base URL; `rerank` if missing. */
  rerankPath: z.string().optional(),
  /** The path for continuing texts, relative to the base URL; `completions` if missing. */
  completionsPath: z.string().optional(),
  /** The field for the seed of a continued text; `seed` if missing. */
  seedField: z.literal('random_seed').optional(),
  /** The model ids of a service without a list. */
  models: z.array(z.string()).optional(),
  /** Matches ids that work better through the Responses API. */
  responsesModels: z.instanceof(RegExp).optional(),
  /**
   * Set if its models make pictures within an answer, where the table of models says so. The header
   * names the model that makes them; without one a request need not name it.
   */
  pictures: z.strictObject({ modelHeader: z.string().optional() }).optional(),
  /** Its batches: many requests at once, for less money and within a day (`requestBatches.ts`). */
  batches: z
    .strictObject({
      /** The form of its requests; that of the API's vendor, OpenAI or Anthropic, if missing. */
      dialect: z.enum(['mistral', 'openrouter']).optional(),
      /** The most requests of one batch. */
      maxRequests: z.number().int().positive(),
      /** The most bytes of one batch's requests together. */
      maxBytes: z.number().int().positive(),
      /** The part of the normal price that a batch saves, from 0 to 1. */
      discount: z.number().min(0).max(1),
      /** Days for which the service keeps requests and answers; null if unknown. */
      keptDays: z.number().int().positive().nullable(),
      /** False if the service can't stop a batch; true if missing. */
      cancellable: z.boolean().optional(),
    })
    .optional(),
  /** The model that can check messages before they are sent. */
  moderation: z.strictObject({ model: z.string(), images: z.boolean() }).optional(),
})
export type ServicePreset = z.infer<typeof servicePresetSchema>
