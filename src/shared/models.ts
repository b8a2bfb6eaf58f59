import { z } from 'zod'
import { maxModelIdLength } from './limits.ts'

export const providerIdSchema = z.string().min(1).max(100)
export const modelIdSchema = z.string().min(1).max(maxModelIdLength)

/** A reference to one model of one provider. */
export const modelReferenceSchema = z.object({
  providerId: providerIdSchema,
  modelId: modelIdSchema,
})
export type ModelReference = z.infer<typeof modelReferenceSchema>

/** The tasks of models. */
export const modelTasks = [
  'chat',
  'embed',
  'transcribe',
  'speak',
  'image',
  'video',
  'realtime',
  'rerank',
] as const
export type ModelTask = (typeof modelTasks)[number]

/** The kinds of input that a model may accept besides text. */
export const inputKinds = ['image', 'pdf', 'audio'] as const
export type InputKind = (typeof inputKinds)[number]

/** A model's capabilities from the server or Parley's tables. A missing field means unknown. */
const capabilitiesSchema = z.object({
  image: z.boolean().optional(),
  pdf: z.boolean().optional(),
  audio: z.boolean().optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  structuredOutput: z.boolean().optional(),
  /**
   * Pictures within an answer: `free` if the service chooses the model, `named` if the request must
   * name one. Missing if it makes none.
   */
  pictures: z.enum(['free', 'named']).optional(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

/** Prices in US dollars per million tokens. */
const tokenPriceSchema = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cachedInput: z.number().nonnegative().optional(),
})
export type TokenPrice = z.infer<typeof tokenPriceSchema>

export const priceSchema = tokenPriceSchema.extend({
  /** Tokens of sound, if they have their own price. */
  audio: tokenPriceSchema.optional(),
})
export type Price = z.infer<typeof priceSchema>

/** The date when the service retires a model, past or future. */
const retirementSchema = z.object({
  /** A day in UTC: `2027-01-14`. */
  date: z.iso.date(),
  /** The id of the model of the same provider that the vendor recommends instead; null if none. */
  replacement: modelIdSchema.nullable(),
})
export type Retirement = z.infer<typeof retirementSchema>

/** The state of a model in a local server's memory. */
const loadStates = ['loaded', 'loading', 'notLoaded'] as const

/** A model that the user can choose. Parley's tables complete what the provider reports. */
export const modelSchema = modelReferenceSchema.extend({
  name: z.string(),
  /** The model's tasks; missing if only chat is known. */
  tasks: z.array(z.enum(modelTasks)).optional(),
  /** True if it continues texts and does not chat; missing if unknown. */
  onlyCompletes: z.boolean().optional(),
  /** True if no data leaves this machine. */
  local: z.boolean(),
  /** The context window in tokens. */
  contextTokens: z.number().int().positive().optional(),
  /** True if `contextTokens` is the most that the model can have: its server decides when it loads it. */
  contextIsMaximum: z.boolean().optional(),
  /** The longest answer in tokens. */
  outputTokensMaximum: z.number().int().positive().optional(),
  capabilities: capabilitiesSchema.optional(),
  price: priceSchema.optional(),
  /** Whether the price is the user's own. */
  hasOwnPrice: z.boolean().optional(),
  /** The price that the user's own replaces; missing if there is none. */
  listedPrice: priceSchema.optional(),
  /** Whether the service lists another price since the user has set their own. */
  isListedPriceNew: z.boolean().optional(),
  retirement: retirementSchema.optional(),
  /** True if the service says that it has no date for the model's end, whatever the tables say. */
  hasNoShutdown: z.boolean().optional(),
  /** The id of the model that it was tuned from. */
  tunedFrom: modelIdSchema.optional(),
  loadState: z.enum(loadStates).optional(),
  /** The size in bytes of the model's file on this machine. */
  sizeBytes: z.number().int().nonnegative().optional(),
})
export type Model = z.infer<typeof modelSchema>

/** The reasoning effort. `auto` leaves it to the model. */
export const reasoningEfforts = ['auto', 'none', 'low', 'medium', 'high'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]
