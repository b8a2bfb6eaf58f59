import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method, stream } from './ipc/define.ts'
import { modelIdSchema, modelReferenceSchema, modelSchema, providerIdSchema } from './models.ts'

export const providerKinds = [
  'openai-compatible',
  'anthropic',
  'bedrock',
  'local',
  'guide',
] as const
export type ProviderKind = (typeof providerKinds)[number]

const nameSchema = z.string().trim().min(1).max(100)
/** Checked in main by parseBaseUrl, so that the user gets a sentence rather than a schema error. */
const addressSchema = z.string().max(2000)
/** Headers or query fields by their names. A value that is null lies in the keychain. */
const fieldsSchema = z.record(z.string().max(200), z.string().max(2000).nullable())
export type Fields = z.infer<typeof fieldsSchema>

/** Names one key of a provider. The first one's is `first`, and lies under the provider's own id. */
export const keyIdSchema = z.string().min(1).max(40)
export const firstKeyId = 'first'
export const keysMaximum = 10

export const awsCredentials = ['accessKey', 'profile', 'bearer'] as const

/** Where and as whom Bedrock is asked. The secrets themselves lie in the keychain. */
export const awsSchema = z.object({
  region: z.string().trim().min(1).max(50),
  credentials: z.enum(awsCredentials),
  /** The profile of the AWS files, where `credentials` says so. */
  profile: z.string().trim().min(1).max(100).default('default'),
  operation: z.enum(['converse', 'invokeModel']).default('converse'),
})
export type Aws = z.infer<typeof awsSchema>

/** What one can set of a server on this machine that loads its models itself. */
export const localOptionsSchema = z.object({
  /** Context window to load models with, in tokens; the server's own where it is null. */
  contextTokens: z.number().int().min(512).max(10_000_000).nullable().default(null),
  /** How long a model stays in memory after an answer; null is the server's own, -1 for ever. */
  keepAliveMinutes: z.number().int().min(-1).max(100_000).nullable().default(null),
})
export type LocalOptions = z.infer<typeof localOptionsSchema>

/** A provider as it lies in the settings file. It never holds a key. */
export const providerConfigSchema = z.object({
  id: providerIdSchema,
  kind: z.enum(providerKinds),
  /** The preset (or, for `local`, the server of the local table) that it was made from. */
  presetId: z.string().max(100).nullable(),
  name: nameSchema,
  baseUrl: addressSchema,
  /**
   * Extra request headers and query fields. Only a query's `api-version` is no secret; a secret
   * that stands here is of an earlier version, and moves to the keychain at the next start.
   */
  headers: fieldsSchema.default({}),
  query: fieldsSchema.default({}),
  enabled: z.boolean().default(true),
  /** The keys beside the first, in the order in which they are tried. */
  furtherKeys: z
    .array(keyIdSchema)
    .max(keysMaximum - 1)
    .default([]),
  /** Which of OpenAI's two ways is spoken; `auto` goes by the model. */
  api: z.enum(['auto', 'chat', 'responses']).default('auto'),
  /** Has the service's moderation read each message before it is sent. */
  moderation: z.boolean().default(false),
  /** Ids to choose beside those that the service lists, such as Azure's deployments. */
  extraModels: z.array(modelIdSchema).max(100).default([]),
  aws: awsSchema.optional(),
  localOptions: localOptionsSchema.optional(),
})
export type ProviderConfig = z.infer<typeof providerConfigSchema>

export const keySources = ['keychain', 'session', 'none'] as const

/** What the last answer to a request with the key said of it. */
export const keyConditions = [
  'untried',
  'good',
  'refused',
  'denied',
  'limited',
  'exhausted',
] as const

/** One key of a provider, as far as the page may know it. */
export const keyStateSchema = z.object({
  id: keyIdSchema,
  /** `none` as well where the key was entered for another origin than the provider has now. */
  source: z.enum(keySources),
  /** That other origin, the only one that the key is sent to; null where there is none. */
  withheldFor: z.string().nullable(),
  condition: z.enum(keyConditions),
  /** When it is tried again, in milliseconds since 1970; null where it isn't waiting. */
  until: z.number().nullable(),
})
export type KeyState = z.infer<typeof keyStateSchema>

/** A provider with what is known of it now. Values of headers and query fields are null. */
export const providerStateSchema = providerConfigSchema.extend({
  /** Where its first key lies; the key itself never crosses the bridge. */
  keySource: z.enum(keySources),
  keys: z.array(keyStateSchema),
  needsKey: z.boolean(),
  /** Headers and query fields that have to be entered again, for the provider's present origin. */
  withheldFields: z.array(z.string()),
  /** For a local server: whether it answered the last look-up. For the others: always true. */
  found: z.boolean(),
  /** False for what comes with Parley: the guide and the known local servers. */
  removable: z.boolean(),
  /** Whether its service can check messages before they are sent. */
  canModerate: z.boolean(),
  /** Whether models can be fetched to it and deleted there. */
  canManageModels: z.boolean(),
})
export type ProviderState = z.infer<typeof providerStateSchema>

/** A service that can be added by its name. */
export const presetSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['openai-compatible', 'anthropic', 'bedrock']),
  /** May hold a placeholder in braces that the user fills in: `https://{resource}.example`. */
  baseUrl: z.string(),
  /** The page where the user gets a key, if there is one. */
  keyUrl: z.url().nullable(),
  needsKey: z.boolean(),
})
export type Preset = z.infer<typeof presetSchema>

export const doctorSteps = ['address', 'key', 'models', 'reply'] as const
export type DoctorStep = (typeof doctorSteps)[number]

export const doctorFixes = [
  'startServer',
  'useAddress',
  'addKey',
  'replaceKey',
  'enable',
  'fetchModel',
  'chooseModel',
  'openKeyPage',
  'wait',
] as const

/** What the doctor found in one step. */
export const doctorFindingSchema = z.object({
  step: z.enum(doctorSteps),
  outcome: z.enum(['running', 'passed', 'failed', 'skipped']),
  milliseconds: z.number().nonnegative().optional(),
  /** How many models are listed, or the first words of the answer. */
  found: z.string().max(500).optional(),
  error: errorSchema.optional(),
  /** What mends it, and with what: an address, a model. */
  fix: z.object({ kind: z.enum(doctorFixes), value: z.string().max(2000).optional() }).optional(),
  /** The exact bytes as text, keys masked, at most 20,000 characters each. */
  request: z.string().max(20_000).optional(),
  answer: z.string().max(20_000).optional(),
})
export type DoctorFinding = z.infer<typeof doctorFindingSchema>

/** How far a model has come to a local server. */
export const pullProgressSchema = z.object({
  /** As the server says it. */
  status: z.string().max(300),
  doneBytes: z.number().nonnegative().optional(),
  totalBytes: z.number().nonnegative().optional(),
})
export type PullProgress = z.infer<typeof pullProgressSchema>

const nothing = z.object({})

export const providers = {
  list: method(nothing, z.array(providerStateSchema)),
  presets: method(nothing, z.array(presetSchema)),
  /** Adds a provider from a preset, or one of a kind at an address. */
  add: method(
    z.object({
      presetId: z.string().max(100).nullable(),
      kind: z.enum(['openai-compatible', 'anthropic']).optional(),
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
      /** All of them; null leaves a value as it is, and what is left out is removed. */
      headers: fieldsSchema.optional(),
      query: fieldsSchema.optional(),
      enabled: z.boolean().optional(),
      api: providerConfigSchema.shape.api.unwrap().optional(),
      moderation: z.boolean().optional(),
      extraModels: providerConfigSchema.shape.extraModels.unwrap().optional(),
      aws: awsSchema.optional(),
      localOptions: localOptionsSchema.optional(),
    }),
    providerStateSchema,
  ),
  /** Removes the provider and its keys; conversations that used it stay readable. */
  remove: method(z.object({ id: providerIdSchema }), nothing),
  /** Makes room for one more key, to be set by `secrets.set` with its id. */
  addKey: method(z.object({ id: providerIdSchema }), z.object({ keyId: keyIdSchema })),
  /** Asks the provider for its models, and tells how long that took; fails as a reply would. */
  check: method(
    z.object({ id: providerIdSchema }),
    z.object({ models: z.number().int(), milliseconds: z.number() }),
  ),
  /**
   * Checks address, key, list of models and one tiny reply, in this order. Each step comes twice:
   * as `running`, then with its outcome; what rests on a failed one is `skipped`.
   */
  diagnose: stream(z.object({ id: providerIdSchema }), doctorFindingSchema),
  /** The models of every enabled provider, and why some could not be listed. */
  models: method(
    z.object({ refresh: z.boolean() }),
    z.object({
      models: z.array(modelSchema),
      failures: z.array(z.object({ providerId: providerIdSchema, error: errorSchema })),
      /** The providers whose lists were too long, so that the rest was left out. */
      cut: z.array(providerIdSchema),
    }),
  ),
  /** What is known of a model, listed or not. */
  describe: method(modelReferenceSchema, modelSchema),
  /** Fetches a model to a local server. Closing the stream cancels it. */
  pullModel: stream(modelReferenceSchema, pullProgressSchema, (_first, second) => second),
  /** Deletes a model from a local server. */
  deleteModel: method(modelReferenceSchema, nothing),
  /** Takes a model out of the memory of a local server. */
  unloadModel: method(modelReferenceSchema, nothing),
  /** Looks for model servers on this machine now. */
  discover: method(nothing, z.array(providerStateSchema)),
  /**
   * Has `changed` tell of servers on this machine that start and end. It gives one empty
   * frame and does not end by itself: closing it ends the watch.
   */
  watchLocal: stream(nothing, nothing),
  /** Providers, keys or found servers have changed: ask again. */
  changed: event(nothing),
}
