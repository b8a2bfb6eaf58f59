import { z } from 'zod'

export const providerIdSchema = z.string().min(1).max(100)
export const modelIdSchema = z.string().min(1).max(300)

/** Names one model of one provider. */
export const modelReferenceSchema = z.object({
  providerId: providerIdSchema,
  modelId: modelIdSchema,
})
export type ModelReference = z.infer<typeof modelReferenceSchema>

/** What can be given to a model beside text. */
export const inputKinds = ['image', 'pdf', 'audio'] as const
export type InputKind = (typeof inputKinds)[number]

/** What a model can do, as the server or the tables say; left out means that nobody said. */
export const capabilitiesSchema = z.object({
  image: z.boolean().optional(),
  pdf: z.boolean().optional(),
  audio: z.boolean().optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  structuredOutput: z.boolean().optional(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

/** US dollars per million tokens. */
export const priceSchema = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cachedInput: z.number().nonnegative().optional(),
})
export type Price = z.infer<typeof priceSchema>

/** When the service switches a model off, or did. */
export const retirementSchema = z.object({
  /** A day in UTC: `2027-01-14`. */
  date: z.iso.date(),
  /** What the maker advises instead, if anything: an id of the same provider. */
  replacement: modelIdSchema.nullable(),
})
export type Retirement = z.infer<typeof retirementSchema>

/** Whether a local server has a model in memory. */
export const loadStates = ['loaded', 'loading', 'notLoaded'] as const

/** A model that can be chosen: what its provider says of it, completed from Parley's tables. */
export const modelSchema = modelReferenceSchema.extend({
  name: z.string(),
  /** True where no byte leaves this machine. */
  local: z.boolean(),
  /** Context window in tokens. */
  contextTokens: z.number().int().positive().optional(),
  /** The longest answer in tokens. */
  outputTokensMaximum: z.number().int().positive().optional(),
  capabilities: capabilitiesSchema.optional(),
  price: priceSchema.optional(),
  retirement: retirementSchema.optional(),
  loadState: z.enum(loadStates).optional(),
  /** Size of its file on this machine. */
  sizeBytes: z.number().int().nonnegative().optional(),
})
export type Model = z.infer<typeof modelSchema>

/** How long a model shall think; `auto` leaves it to the model. */
export const reasoningEfforts = ['auto', 'none', 'low', 'medium', 'high'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]
