import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { maxFoundLength, maxKeys, maxStatusLength, maxWireTextLength } from './limits.ts'
import { event, method, nothing, stream } from './ipc/define.ts'
import { jobDefinition, jobSchema } from './jobs.ts'
import type { JobOf } from './jobs.ts'
import {
  modelIdSchema,
  modelReferenceSchema,
  modelSchema,
  modelTasks,
  providerIdSchema,
} from './models.ts'
import { mediaKinds } from './media/mediaForm.ts'

const providerKinds = [
  'openai-compatible',
  'anthropic',
  'bedrock',
  'fal',
  'local',
  'guide',
] as const
export type ProviderKind = (typeof providerKinds)[number]

const nameSchema = z.string().trim().min(1).max(100)
/**
 * Main checks it with parseBaseUrl, so that the user reads a sentence rather than a schema error.
 */
export const addressSchema = z.string().max(2000)
/** Headers or query parameters by name. A null value means that the value is in the keychain. */
const fieldsSchema = z.record(z.string().max(200), z.string().max(2000).nullable())
export type Fields = z.infer<typeof fieldsSchema>

/**
 * The id of one of a provider's keys. The first key's id is `first`; the keychain stores it under
 * the provider's own id.
 */
export const keyIdSchema = z.string().min(1).max(40)
export const firstKeyId = 'first'

const awsCredentials = ['accessKey', 'profile', 'bearer'] as const

/** The settings for Amazon Bedrock. The keychain holds the secrets. */
const awsSchema = z.object({
  region: z.string().trim().min(1).max(50),
  credentials: z.enum(awsCredentials),
  /** The profile in the AWS files, if `credentials` selects one. */
  profile: z.string().trim().min(1).max(100).default('default'),
  operation: z.enum(['converse', 'invokeModel']).default('converse'),
})
export type Aws = z.infer<typeof awsSchema>

/** The settings of a local server that loads models itself. */
export const localOptionsSchema = z.object({
  /** The context window in tokens for loading a model; null means the server's default. */
  contextTokens: z.number().int().min(512).max(10_000_000).nullable().default(null),
  /**
   * The minutes for which a model stays loaded after an answer; null means the server's default, -1
   * means forever.
   */
  keepAliveMinutes: z.number().int().min(-1).max(100_000).nullable().default(null),
})
export type LocalOptions = z.infer<typeof localOptionsSchema>

/** A provider as stored in the settings file. It never holds a key. */
export const providerConfigSchema = z.object({
  id: providerIdSchema,
  kind: z.enum(providerKinds),
  /**
   * The preset it was created from. For a `local` provider, the id in the table of local servers.
   */
  presetId: z.string().max(100).nullable(),
  name: nameSchema,
  baseUrl: addressSchema,
  /**
   * Additional request headers and query parameters. Only the parameter `api-version` is no secret.
   * An earlier version stored secrets here; the next start moves them to the keychain.
   */
  headers: fieldsSchema.default({}),
  query: fieldsSchema.default({}),
  enabled: z.boolean().default(true),
  /** The keys after the first, in the order in which they are tried. */
  furtherKeys: z
    .array(keyIdSchema)
    .max(maxKeys - 1)
    .default([]),
  /** The choice of OpenAI's two APIs. `auto` decides by the model. */
  api: z.enum(['auto', 'chat', 'responses']).default('auto'),
  /** Sends each message to the service's moderation before the model receives it. */
  moderation: z.boolean().default(false),
  /** Model ids that the user added to the service's list, such as Azure deployments. */
  extraModels: z.array(modelIdSchema).max(100).default([]),
  aws: awsSchema.optional(),
  localOptions: localOptionsSchema.optional(),
})
export type ProviderConfig = z.infer<typeof providerConfigSchema>

export const keySources = ['keychain', 'session', 'none'] as const

/** A key's condition, from the response to the last request that used it. */
const keyConditions = ['untried', 'good', 'refused', 'denied', 'limited', 'exhausted'] as const

/** The part of a key's state that the page may know. */
const keyStateSchema = z.object({
  id: keyIdSchema,
  /** `none` also if the key was entered for a different origin than the provider's present one. */
  source: z.enum(keySources),
  /** Other origin, the only one that the key is sent to; null if there is none. */
  withheldFor: z.string().nullable(),
  condition: z.enum(keyConditions),
  /** The time of the next attempt, in milliseconds since 1970; null if the key is not paused. */
  until: z.number().nullable(),
})
export type KeyState = z.infer<typeof keyStateSchema>

/** A provider with its current state. Values of headers and query parameters are null. */
export const providerStateSchema = providerConfigSchema.extend({
  /** The location of the first key. The key itself never crosses the bridge. */
  keySource: z.enum(keySources),
  keys: z.array(keyStateSchema),
  needsKey: z.boolean(),
  /**
   * Headers and query parameters that the user must enter again for the provider's present origin.
   */
  withheldFields: z.array(z.string()),
  /** True if a local server answered the last look-up. Always true for other providers. */
  found: z.boolean(),
  /** False for built-in providers: the guide and the known local servers. */
  removable: z.boolean(),
  /** True if the service can moderate messages before they are sent. */
  canModerate: z.boolean(),
  /** True if models can be downloaded to the server and deleted from it. */
  canManageModels: z.boolean(),
  /** True if its models may continue texts. */
  completes: z.boolean(),
  /** True if the service may keep files for its accounts. */
  keepsFiles: z.boolean(),
})
export type ProviderState = z.infer<typeof providerStateSchema>

/** A service that the user can add by name. */
export const presetSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['openai-compatible', 'anthropic', 'bedrock', 'fal']),
  /**
   * The base URL. It may contain a placeholder in braces for the user to fill in:
   * `https://{resource}.example`.
   */
  baseUrl: z.string(),
  /** The page where the user gets a key, if there is one. */
  keyUrl: z.url().nullable(),
  /** The page where the user tops up the balance; null if unknown. */
  billingUrl: z.url().nullable().default(null),
  /**
   * The beginnings that only this service's keys have. A bare `sk-` is left out, because OpenAI
   * shares it with DeepSeek and others.
   */
  keyPrefixes: z.array(z.string()),
  needsKey: z.boolean(),
  /** The tasks for which Parley uses its models. */
  tasks: z.array(z.enum(modelTasks)).min(1),
})
export type Preset = z.infer<typeof presetSchema>

export const doctorSteps = ['address', 'key', 'models', 'reply'] as const
export type DoctorStep = (typeof doctorSteps)[number]

const doctorFixes = [
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

/** Number of a service's models for each kind of output. */
const mediaCountsSchema = z.record(z.enum(mediaKinds), z.number().int().nonnegative())
export type MediaCounts = z.infer<typeof mediaCountsSchema>

/** The result of one step of the diagnosis. */
export const doctorFindingSchema = z.object({
  step: z.enum(doctorSteps),
  outcome: z.enum(['running', 'passed', 'failed', 'skipped']),
  milliseconds: z.number().nonnegative().optional(),
  /** The number of models found, or the beginning of the reply. */
  found: z.string().max(maxFoundLength).optional(),
  /** Number of models by kind of output, if they do not chat. */
  media: mediaCountsSchema.optional(),
  error: errorSchema.optional(),
  /** A fix for the fault, with its value: an address or a model. */
  fix: z.object({ kind: z.enum(doctorFixes), value: addressSchema.optional() }).optional(),
  /** The exact request as text with keys masked, at most 20,000 characters. */
  request: z.string().max(maxWireTextLength).optional(),
  answer: z.string().max(maxWireTextLength).optional(),
})
export type DoctorFinding = z.infer<typeof doctorFindingSchema>

/** The progress of a model's download to a local server. */
export const pullProgressSchema = z.object({
  /** The server's own status text. */
  status: z.string().max(maxStatusLength),
  doneBytes: z.number().nonnegative().optional(),
  totalBytes: z.number().nonnegative().optional(),
})
export type PullProgress = z.infer<typeof pullProgressSchema>

/** A job that downloads a model to a local server. */
export const pullJob = jobDefinition('providers.pull', {
  input: modelReferenceSchema,
  progress: pullProgressSchema,
  result: nothing,
})
export type PullJob = JobOf<typeof pullJob>

/** A service's answer about a model whose id the user typed. */
export const modelCheckSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), model: modelSchema }),
  /** The service has no such model. `nearest` are ids of its list that may be meant. */
  z.object({ outcome: z.literal('missing'), nearest: z.array(modelIdSchema).max(3) }),
  /** The service can't be asked; with the error if that is none of its kind. */
  z.object({ outcome: z.literal('unchecked'), error: errorSchema.nullable() }),
])
export type ModelCheck = z.infer<typeof modelCheckSchema>

export const providers = {
  list: method(nothing, z.array(providerStateSchema)),
  presets: method(nothing, z.array(presetSchema)),
  /** Adds a provider from a preset, or one of a given kind at an address. */
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
      /** The complete set. Null keeps a value as it is; a missing name is removed. */
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
  /** Removes the provider and its keys. Its conversations stay readable. */
  remove: method(z.object({ id: providerIdSchema }), nothing),
  /** Reserves an id for another key. `secrets.set` then stores the key under it. */
  addKey: method(z.object({ id: providerIdSchema }), z.object({ keyId: keyIdSchema })),
  /** Lists the provider's models and measures the time. Fails with the errors of a reply. */
  check: method(
    z.object({ id: providerIdSchema }),
    z.object({ models: z.number().int(), milliseconds: z.number() }),
  ),
  /**
   * Checks the address, the key, the list of models and, if they chat, one tiny reply, in this order. Sends two
   * findings for each step: `running`, then the outcome. Steps after a failed one are `skipped`.
   */
  diagnose: stream(z.object({ id: providerIdSchema }), doctorFindingSchema),
  /**
   * Returns the models of all enabled providers, and the errors of those that could not be listed.
   */
  models: method(
    z.object({ refresh: z.boolean(), task: z.enum(modelTasks).default('chat') }),
    z.object({
      models: z.array(modelSchema),
      failures: z.array(z.object({ providerId: providerIdSchema, error: errorSchema })),
      /** The providers whose lists were too long and therefore truncated. */
      cut: z.array(providerIdSchema),
    }),
  ),
  /** Returns what is known of a model, even if it is not listed. */
  describe: method(modelReferenceSchema, modelSchema),
  /** Asks the service for a model whose id the user typed. It is used in any case. */
  checkModel: method(modelReferenceSchema, modelCheckSchema),
  /** Starts the job that downloads a model to a local server, or returns the running one. */
  pullModel: method(modelReferenceSchema, jobSchema),
  /** Deletes a model from a local server. */
  deleteModel: method(modelReferenceSchema, nothing),
  /** Unloads a model from the memory of a local server. */
  unloadModel: method(modelReferenceSchema, nothing),
  /** Looks for model servers on this machine. */
  discover: method(nothing, z.array(providerStateSchema)),
  /**
   * Makes `changed` report local servers that start or stop. The stream sends one empty frame and
   * stays open; closing it ends the watch.
   */
  watchLocal: stream(nothing, nothing),
  /** Providers, keys or local servers changed; the page should ask again. */
  changed: event(nothing),
}
