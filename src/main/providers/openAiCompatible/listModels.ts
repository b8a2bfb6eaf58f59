import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { modelIdSchema } from '../../../shared/models.ts'
import type { Model, ModelTask } from '../../../shared/models.ts'
import { maxEntries } from '../models/modelLimits.ts'
import { capabilitiesOf, priceOf, serviceFactsSchema } from './serviceFacts.ts'
import { tasksOfId } from './tasksOfId.ts'
import { flag, natural, text, words } from '../answer/answerFields.ts'

/** Additional fields of various services. A malformed field counts as missing. */
const entrySchema = serviceFactsSchema.extend({
  id: text,
  name: text,
  display_name: text,
  created: z.number().nullish().catch(null),
  type: text,
  active: flag,
  context_length: natural,
  context_window: natural,
  max_context_length: natural,
  max_model_len: natural,
  meta: z.object({ n_ctx: natural, n_ctx_train: natural }).nullish().catch(null),
  max_completion_tokens: natural,
  limits: z.object({ max_input_tokens: natural, max_output_tokens: natural }).nullish().catch(null),
  task: z.object({ name: text }).nullish().catch(null),
  /** Cohere's, such as `chat` and `rerank`. */
  endpoints: words,
  top_provider: z.object({ max_completion_tokens: natural }).nullish().catch(null),
  /** Null if the service has set none; missing if it does not say. */
  shutdown_date: z.string().nullable().optional().catch(undefined),
  deprecation: text,
  deprecation_replacement_model: text,
})
type Entry = Omit<z.infer<typeof entrySchema>, 'id'> & { id: string }

const list = z.array(z.unknown())
const listSchema = z.union([
  list,
  z.object({ data: list }).transform(({ data }) => data),
  z.object({ models: list }).transform(({ models }) => models),
  z.object({ result: list }).transform(({ result }) => result),
])

/** Matches ids of models that can't chat, for services that don't state a model's purpose. */
const otherPurpose =
  /(?:^|[-_/:. ])(?:text-embedding|whisper|tts|dall-e|sora|veo|imagen|imagine|flux|sdxl|moderation|omni-moderation|rerank(?:er)?|guard|realtime|transcribe|live-transcribe|speech|audio|image|video|ocr|babbage|davinci|parakeet|bge|minilm|aqa|clip)(?:$|[-_/:. \d])|embed|gpt-live|stable-?diffusion/i

export interface ListOptions {
  /** The tasks; chat if missing. */
  tasks?: readonly ModelTask[]
  providerId: string
  local: boolean
  /** The field with the id for requests. */
  idField?: 'id' | 'name' | undefined
  /** Matches additional ids that this service does not offer for chat. */
  exclude?: RegExp | undefined
}

/**
 * Parses the models of a `GET /models` answer: those that chat with the newest first, then those
 * for other tasks in the service's order. Errors: malformedAnswer.
 */
export function parseModels(json: unknown, options: ListOptions): Model[] {
  const entries = listSchema.safeParse(json)
  if (!entries.success) {
    throw new AppError('malformedAnswer', 'The list of models has an unknown shape')
  }
  const { tasks = ['chat'] } = options
  const chatting = new Map<string, Entry>()
  const others = new Map<string, Entry>()
  for (const candidate of entries.data.slice(0, maxEntries)) {
    const entry = toEntry(candidate, options.idField ?? 'id')
    if (!entry) continue
    if (tasks.includes('chat') && mayChat(entry, options)) chatting.set(entry.id, entry)
    else others.set(entry.id, entry)
  }
  const newestFirst = [...chatting.values()].sort(
    (first, second) => (second.created ?? 0) - (first.created ?? 0),
  )
  return [
    ...newestFirst.map((entry) => withTasks(toModel(entry, options), ['chat'])),
    ...[...others.values()].flatMap((entry) => {
      const model = withTasks(toModel(entry, options), [])
      return model.tasks?.some((task) => tasks.includes(task)) ? [model] : []
    }),
  ]
}

const oneModelSchema = z.union([
  z.object({ data: z.object({}).loose() }).transform(({ data }) => data),
  z.unknown(),
])

/**
 * Parses the answer to a request for one model. An alias may be answered with the id that it stands
 * for: the model keeps the id that was asked for. Errors: malformedAnswer.
 */
export function parseModel(json: unknown, modelId: string, options: ListOptions): Model {
  const entry = toEntry(oneModelSchema.parse(json), options.idField ?? 'id')
  if (!entry) throw new AppError('malformedAnswer', 'The model has an unknown shape')
  const model = toModel({ ...entry, id: modelId }, options)
  return withTasks(model, mayChat({ ...entry, id: modelId }, options) ? ['chat'] : [])
}

/** Adds the tasks that the model's id names to those that are known. */
export function withTasks(model: Model, known: readonly ModelTask[]): Model {
  const named = tasksOfId(model.modelId)
  return named.length > 0 ? { ...model, tasks: [...known, ...named] } : model
}

function toEntry(candidate: unknown, idField: 'id' | 'name'): Entry | undefined {
  const entry = entrySchema.safeParse(candidate).data
  const id = modelIdSchema.safeParse(entry?.[idField]).data
  return entry && id !== undefined ? { ...entry, id } : undefined
}

/** Returns true if the id names a model for a task other than chat. */
export function isOtherPurpose(modelId: string): boolean {
  return otherPurpose.test(modelId)
}

function mayChat(entry: Entry, { exclude }: ListOptions): boolean {
  return isChat(entry) && !exclude?.test(entry.id)
}

function isChat(entry: Entry): boolean {
  if (entry.active === false) return false
  const { capabilities } = entry
  const flags = Array.isArray(capabilities) ? undefined : capabilities
  const said = flags?.completion_chat ?? flags?.chat_completion
  if (typeof said === 'boolean') return said
  if (entry.endpoints) return entry.endpoints.includes('chat')
  if (entry.task?.name) return /text.generation/i.test(entry.task.name)
  const modalities = entry.architecture?.output_modalities ?? entry.supported_output_modalities
  if (modalities) return modalities.includes('text')
  if (entry.type && entry.type !== 'model') {
    return ['chat', 'llm', 'vlm', 'language', 'text', 'base'].includes(entry.type)
  }
  return !isOtherPurpose(entry.id)
}

function toModel(entry: Entry, { providerId, local }: ListOptions): Model {
  const contextTokens =
    entry.context_length ??
    entry.context_window ??
    entry.max_context_length ??
    entry.max_model_len ??
    entry.limits?.max_input_tokens ??
    entry.meta?.n_ctx ??
    entry.meta?.n_ctx_train
  const outputTokensMaximum =
    entry.top_provider?.max_completion_tokens ??
    entry.max_completion_tokens ??
    entry.limits?.max_output_tokens
  const capabilities = capabilitiesOf(entry)
  const price = priceOf(entry)
  const retirement = retirementOf(entry)
  return {
    providerId,
    modelId: entry.id,
    // Google prefixes ids with the kind of resource.
    name: entry.display_name || entry.name || entry.id.replace(/^models\//, ''),
    local,
    ...(typeof contextTokens === 'number' && { contextTokens }),
    ...(typeof outputTokensMaximum === 'number' && { outputTokensMaximum }),
    ...(capabilities && { capabilities }),
    ...(price && { price }),
    ...(retirement && { retirement }),
    ...(entry.shutdown_date === null && !retirement && { hasNoShutdown: true }),
  }
}

/** Returns the retirement. Services give a date or a time. */
function retirementOf(entry: Entry): Model['retirement'] {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(entry.shutdown_date ?? entry.deprecation ?? '')?.[0]
  const isDay = date !== undefined && !Number.isNaN(Date.parse(date))
  return isDay ? { date, replacement: entry.deprecation_replacement_model || null } : undefined
}
