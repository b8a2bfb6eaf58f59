import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import { parseModels } from '../openAiCompatible/listModels.ts'
import { chatMessages } from './chatMessages.ts'
import { completeByLlamaCpp } from './completeByLlamaCpp.ts'
import { countTokensBy, lacksEndpoint } from './countTokensBy.ts'
import type { Flavour, FlavourOptions } from './flavour.ts'
import { mapConcurrently } from './mapConcurrently.ts'
import { asLoading } from '../transport/patience.ts'
import { count, flag, natural, text } from '../answer/answerFields.ts'

const entrySchema = z.object({
  id: z.string(),
  meta: z.object({ size: count }).nullish().catch(null),
  /** Present only if the server runs several models. */
  status: z.object({ value: text }).nullish().catch(null),
})
type Entry = z.infer<typeof entrySchema>
const listSchema = z.object({ data: z.array(z.unknown()) })

const propsSchema = z.object({
  default_generation_settings: z.object({ n_ctx: natural }).nullish().catch(null),
  modalities: z.object({ vision: flag, audio: flag }).nullish().catch(null),
  /** Older versions: empty for a model without one. Newer ones name the template that they use then. */
  chat_template: text,
  chat_template_caps: z.object({ supports_tools: flag }).nullish().catch(null),
  is_sleeping: flag,
})
type Props = z.infer<typeof propsSchema>

const tokensSchema = z.object({ tokens: z.array(z.unknown()) })
const inputTokensSchema = z.object({ input_tokens: z.number().int().nonnegative() })
const promptSchema = z.object({ prompt: z.string() })

const propsAtOnce = 4

/** The server of llama.cpp, with one model or as a router for several. */
export function createLlamaCpp(options: FlavourOptions): Flavour {
  const { api, providerId, local, loading } = options
  let known: Model[] = []

  async function propsOf(path: string, signal: AbortSignal): Promise<Props | undefined> {
    try {
      return propsSchema.safeParse(await api.json(path, { signal })).data
    } catch (error) {
      // With a key set, the server lists its model to anybody, but answers nobody without it.
      if (signal.aborted || wantsKey(error)) throw error
      return undefined
    }
  }

  async function describe(model: Model, entry: Entry, signal: AbortSignal): Promise<Model> {
    if (!entry.status) {
      const props = await propsOf('/props', signal)
      return withFacts(model, entry, props, await stateOfOnly(model, props, signal))
    }
    const { value } = entry.status
    // Without `autoload=false` the router would load a model that is not in memory.
    const path = `/props?model=${encodeURIComponent(entry.id)}&autoload=false`
    const props = value === 'loaded' ? await propsOf(path, signal) : undefined
    const state = value === 'loading' ? 'loading' : loading.stateOf(entry.id, value === 'loaded')
    return withFacts(model, entry, props, state)
  }

  async function stateOfOnly(
    { modelId }: Model,
    props: Props | undefined,
    signal: AbortSignal,
  ): Promise<Model['loadState']> {
    if (props) return loading.stateOf(modelId, props.is_sleeping !== true)
    return (await isUnavailable(signal)) ? 'loading' : undefined
  }

  async function isUnavailable(signal: AbortSignal): Promise<boolean> {
    try {
      await api.json('/health', { signal })
      return false
    } catch (error) {
      return error instanceof AppError && error.details.status === 503
    }
  }

  async function list(signal: AbortSignal): Promise<Model[]> {
    const json = await api.json('/v1/models', { signal })
    const models = parseModels(json, { providerId, local })
    const entries = entriesOf(json)
    return mapConcurrently(models, propsAtOnce, async (model) => {
      const entry = entries.get(model.modelId)
      // A router's own properties describe none of its models.
      const isClear = entry?.status || entries.size === 1
      return entry && isClear ? describe(model, entry, signal) : model
    })
  }

  return {
    async models(signal) {
      try {
        known = await list(signal)
        return known
      } catch (error) {
        // Older versions list no models while they load one. Uses the last list instead.
        const failure = asLoading(error)
        const isLoading = failure instanceof AppError && failure.code === 'modelLoading'
        if (!isLoading || known.length === 0) throw failure
        return known.map((model) => ({ ...model, loadState: 'loading' }))
      }
    },
    complete: (request, signal) => completeByLlamaCpp(request, signal, options),
    countTokens: countTokensBy(api, async (request, ask) => {
      const body = await chatMessages(request)
      try {
        const counted = await ask('/v1/chat/completions/input_tokens', body)
        return inputTokensSchema.parse(counted).input_tokens
      } catch (error) {
        if (!lacksEndpoint(error)) throw error
      }
      const { prompt: content } = promptSchema.parse(await ask('/apply-template', body))
      const tokenizing = { model: body.model, content, add_special: true }
      return tokensSchema.parse(await ask('/tokenize', tokenizing)).tokens.length
    }),
  }
}

function wantsKey(error: unknown): boolean {
  return error instanceof AppError && (error.details.status === 401 || error.details.status === 403)
}

function entriesOf(json: unknown): Map<string, Entry> {
  const list = listSchema.safeParse(json).data?.data ?? []
  const entries = list.flatMap((entry) => entrySchema.safeParse(entry).data ?? [])
  return new Map(entries.map((entry) => [entry.id, entry]))
}

function withFacts(
  model: Model,
  { meta }: Entry,
  props: Props | undefined,
  loadState: Model['loadState'],
): Model {
  const contextTokens = props?.default_generation_settings?.n_ctx
  const { vision, audio } = props?.modalities ?? {}
  const tools = props?.chat_template_caps?.supports_tools
  const size = meta?.size
  return {
    ...model,
    ...(props?.chat_template === '' && { onlyCompletes: true }),
    ...(contextTokens && { contextTokens }),
    capabilities: {
      ...model.capabilities,
      ...(typeof vision === 'boolean' && { image: vision }),
      ...(typeof audio === 'boolean' && { audio }),
      ...(typeof tools === 'boolean' && { tools }),
      structuredOutput: true,
    },
    ...(loadState && { loadState }),
    ...(typeof size === 'number' && { sizeBytes: size }),
  }
}
