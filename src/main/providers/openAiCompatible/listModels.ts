import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/providers.ts'

const text = z.string().nullish().catch(null)
const tokens = z.number().int().positive().nullish().catch(null)

/** What the services add to OpenAI's list; a field of another shape counts as missing. */
const entrySchema = z.object({
  id: z.string().min(1).max(300),
  name: text,
  display_name: text,
  created: z.number().nullish().catch(null),
  type: text,
  active: z.boolean().nullish().catch(null),
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
  max_model_len: tokens,
  meta: z.object({ n_ctx: tokens, n_ctx_train: tokens }).nullish().catch(null),
  capabilities: z
    .object({
      completion_chat: z.boolean().nullish().catch(null),
      chat_completion: z.boolean().nullish().catch(null),
    })
    .nullish()
    .catch(null),
  architecture: z
    .object({ output_modalities: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
})
type Entry = z.infer<typeof entrySchema>

const list = z.array(z.unknown())
const listSchema = z.union([
  list,
  z.object({ data: list }).transform(({ data }) => data),
  z.object({ models: list }).transform(({ models }) => models),
])

/** Words in the ids of models that can't chat, for the services that say nothing of it. */
const otherPurpose =
  /(?:^|[-_/:. ])(?:text-embedding|whisper|tts|dall-e|sora|veo|imagen|imagine|flux|sdxl|moderation|omni-moderation|rerank(?:er)?|guard|realtime|transcribe|live-transcribe|speech|audio|image|video|ocr|babbage|davinci|parakeet|bge|minilm|aqa|clip)(?:$|[-_/:. \d])|embed|gpt-live|stable-?diffusion/i

export interface ListOptions {
  providerId: string
  local: boolean
  /** Further ids that this service does not serve through chat. */
  exclude?: RegExp | undefined
}

/** The chat models of a `GET /models` answer, newest first. Errors: malformedAnswer. */
export function parseModels(json: unknown, options: ListOptions): Model[] {
  const entries = listSchema.safeParse(json)
  if (!entries.success) {
    throw new AppError('malformedAnswer', 'The list of models has an unknown shape')
  }
  const byId = new Map<string, Entry>()
  for (const candidate of entries.data) {
    const entry = entrySchema.safeParse(candidate).data
    if (entry && isChat(entry) && !options.exclude?.test(entry.id)) byId.set(entry.id, entry)
  }
  return [...byId.values()]
    .sort((first, second) => (second.created ?? 0) - (first.created ?? 0))
    .map((entry) => toModel(entry, options))
}

/** Whether an id names a model for something other than chat. */
export function isOtherPurpose(modelId: string): boolean {
  return otherPurpose.test(modelId)
}

function isChat(entry: Entry): boolean {
  if (entry.active === false) return false
  const said = entry.capabilities?.completion_chat ?? entry.capabilities?.chat_completion
  if (typeof said === 'boolean') return said
  const modalities = entry.architecture?.output_modalities
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
    entry.meta?.n_ctx ??
    entry.meta?.n_ctx_train
  return {
    providerId,
    modelId: entry.id,
    // Google's ids carry the kind of resource in front.
    name: entry.display_name || entry.name || entry.id.replace(/^models\//, ''),
    local,
    ...(typeof contextTokens === 'number' && { contextTokens }),
  }
}
