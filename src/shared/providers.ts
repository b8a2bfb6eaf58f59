import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method } from './ipc/define.ts'

export const providerIdSchema = z.string().min(1).max(100)
export const modelIdSchema = z.string().min(1).max(300)

/** Names one model of one provider. */
export const modelReferenceSchema = z.object({
  providerId: providerIdSchema,
  modelId: modelIdSchema,
})
export type ModelReference = z.infer<typeof modelReferenceSchema>

/** A model that can be chosen, as its provider listed it. */
export const modelSchema = modelReferenceSchema.extend({
  name: z.string(),
  /** True where no byte leaves this machine. */
  local: z.boolean(),
  /** Context window in tokens, where the server or the tables say. */
  contextTokens: z.number().int().positive().optional(),
})
export type Model = z.infer<typeof modelSchema>

export const providerKinds = ['openai-compatible', 'local', 'guide'] as const
export type ProviderKind = (typeof providerKinds)[number]

const nameSchema = z.string().trim().min(1).max(100)
/** Checked in main by parseBaseUrl, so that the user gets a sentence rather than a schema error. */
const addressSchema = z.string().max(2000)
const fieldsSchema = z.record(z.string().max(200), z.string().max(2000))

/** A provider as it lies in the settings file. It never holds a key. */
export const providerConfigSchema = z.object({
  id: providerIdSchema,
  kind: z.enum(providerKinds),
  /** The preset (or, for `local`, the server of the local table) that it was made from. */
  presetId: z.string().max(100).nullable(),
  name: nameSchema,
  baseUrl: addressSchema,
  /** Extra request headers and query fields, such as Azure's api-version. */
  headers: fieldsSchema.default({}),
  query: fieldsSchema.default({}),
  enabled: z.boolean().default(true),
})
export type ProviderConfig = z.infer<typeof providerConfigSchema>

export const keySources = ['keychain', 'session', 'none'] as const

/** A provider with what is known of it now. */
export const providerStateSchema = providerConfigSchema.extend({
  /** Where its key lies; the key itself never crosses the bridge. */
  keySource: z.enum(keySources),
  needsKey: z.boolean(),
  /** For a local server: whether it answered the last look-up. For the others: always true. */
  found: z.boolean(),
  /** False for what comes with Parley: the guide and the known local servers. */
  removable: z.boolean(),
})
export type ProviderState = z.infer<typeof providerStateSchema>

/** A service that can be added by its name. */
export const presetSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** May hold a placeholder in braces that the user fills in: `https://{resource}.example`. */
  baseUrl: z.string(),
  /** The page where the user gets a key, if there is one. */
  keyUrl: z.url().nullable(),
  needsKey: z.boolean(),
})
export type Preset = z.infer<typeof presetSchema>

/** A passage that an answer rests on. */
export const citationSchema = z.object({
  /** As the text refers to it, from 1. */
  number: z.number().int().positive(),
  title: z.string(),
  passage: z.string(),
  /** Where it stands, such as `guide/keyboard`. */
  source: z.string(),
})
export type Citation = z.infer<typeof citationSchema>

export const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
])
export type Part = z.infer<typeof partSchema>

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  cachedTokens: z.number().int().nonnegative().optional(),
  reasoningTokens: z.number().int().nonnegative().optional(),
})
export type Usage = z.infer<typeof usageSchema>

const nothing = z.object({})

export const providers = {
  list: method(nothing, z.array(providerStateSchema)),
  presets: method(nothing, z.array(presetSchema)),
  /** Adds a provider from a preset, or an OpenAI-compatible one at an address. */
  add: method(
    z.object({
      presetId: z.string().max(100).nullable(),
      name: nameSchema.optional(),
      baseUrl: addressSchema.optional(),
    }),
    providerStateSchema,
  ),
  update: method(
    z.object({
      id: providerIdSchema,
      name: nameSchema.optional(),
      baseUrl: addressSchema.optional(),
      headers: fieldsSchema.optional(),
      query: fieldsSchema.optional(),
      enabled: z.boolean().optional(),
    }),
    providerStateSchema,
  ),
  /** Removes the provider and its key; conversations that used it stay readable. */
  remove: method(z.object({ id: providerIdSchema }), nothing),
  /** Asks the provider for its models, and tells how long that took; fails as a reply would. */
  check: method(
    z.object({ id: providerIdSchema }),
    z.object({ models: z.number().int(), milliseconds: z.number() }),
  ),
  /** The models of every enabled provider, and why some could not be listed. */
  models: method(
    z.object({ refresh: z.boolean() }),
    z.object({
      models: z.array(modelSchema),
      failures: z.array(z.object({ providerId: providerIdSchema, error: errorSchema })),
    }),
  ),
  /** Looks for model servers on this machine now. */
  discover: method(nothing, z.array(providerStateSchema)),
  /** Providers, keys or found servers have changed: ask again. */
  changed: event(nothing),
}
