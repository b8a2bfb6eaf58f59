import { z } from 'zod'
import { modelIdSchema } from '../../../../shared/models.ts'
import { maxEntries } from '../../models/modelLimits.ts'
import type { Capabilities, Model } from '../../../../shared/models.ts'
import type { FlavourOptions } from '../flavour.ts'
import type { NativeApi } from '../nativeApi.ts'
import { count, flag, natural, text, words } from '../../answer/answerFields.ts'

const entrySchema = z.object({
  type: text,
  key: modelIdSchema,
  display_name: text,
  size_bytes: count,
  max_context_length: natural,
  loaded_instances: z
    .array(
      z.object({
        id: z.string(),
        config: z.object({ context_length: natural }).nullish().catch(null),
      }),
    )
    .catch([]),
  capabilities: z
    .object({
      vision: flag,
      trained_for_tool_use: flag,
      reasoning: z.object({ allowed_options: words }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
type Entry = z.infer<typeof entrySchema>

const olderEntrySchema = z.object({
  id: modelIdSchema,
  type: text,
  state: text,
  max_context_length: natural,
  loaded_context_length: natural,
  capabilities: words,
})
type OlderEntry = z.infer<typeof olderEntrySchema>

const listSchema = z.object({ models: z.array(z.unknown()) })
const olderListSchema = z.object({ data: z.array(z.unknown()) })

/** Returns all models with their loaded instances; undefined if an older version lacks the list. */
export async function askModels(api: NativeApi, signal: AbortSignal): Promise<Entry[] | undefined> {
  const list = listSchema.safeParse(await api.ask('/api/v1/models', { signal })).data
  return list?.models
    .slice(0, maxEntries)
    .flatMap((entry) => entrySchema.safeParse(entry).data ?? [])
}

/** Returns the chat models from the newest list that the version has; null if it has none. */
export async function listModels(
  options: FlavourOptions,
  signal: AbortSignal,
): Promise<Model[] | null> {
  const { api } = options
  const current = await askModels(api, signal)
  if (current) {
    return current
      .filter(({ type }) => type !== 'embedding')
      .flatMap((entry) => toModels(entry, options))
      .slice(0, maxEntries)
  }
  const older = olderListSchema.safeParse(await api.ask('/api/v0/models', { signal })).data
  if (!older) return null
  return older.data
    .slice(0, maxEntries)
    .flatMap((entry) => olderEntrySchema.safeParse(entry).data ?? [])
    .filter(({ type }) => type !== 'embeddings')
    .map((entry) => toOlderModel(entry, options))
}

/** Returns the model, and each further instance of it: they may have other windows. */
function toModels(entry: Entry, options: FlavourOptions): Model[] {
  const model = toModel(entry, options)
  const { key, loaded_instances: loaded } = entry
  if (loaded.length < 2) return [model]
  const further = loaded.filter(({ id }) => id !== key && modelIdSchema.safeParse(id).success)
  return [
    model,
    ...further.map(({ id, config }) => ({
      ...model,
      modelId: id,
      name: `${model.name} (${id})`,
      ...windowOf(config?.context_length, entry, options),
    })),
  ]
}

function toModel(entry: Entry, options: FlavourOptions): Model {
  const { providerId, local, loading } = options
  const { key: modelId, display_name: name, size_bytes: size, loaded_instances: loaded } = entry
  const own = loaded.find(({ id }) => id === modelId)
  return {
    providerId,
    modelId,
    name: name || modelId,
    local,
    ...windowOf(own?.config?.context_length ?? smallestWindow(entry), entry, options),
    capabilities: capabilitiesOf(entry),
    loadState: loading.stateOf(modelId, loaded.length > 0),
    ...(typeof size === 'number' && { sizeBytes: size }),
  }
}

/**
 * Returns the smallest context window of the loaded instances, because the server chooses among
 * them.
 */
function smallestWindow({ loaded_instances: loaded }: Entry): number | undefined {
  const windows = loaded.flatMap(({ config }) => config?.context_length ?? [])
  return windows.reduce<number | undefined>(
    (least, window) => Math.min(least ?? window, window),
    undefined,
  )
}

/**
 * Returns the loaded window. Before that, the server loads what the user has set, or its own choice:
 * the maximum is only what it may be at most.
 */
function windowOf(
  loaded: number | null | undefined,
  { max_context_length: most }: Pick<Entry, 'max_context_length'>,
  { localOptions }: FlavourOptions,
): Pick<Model, 'contextTokens' | 'contextIsMaximum'> {
  if (loaded) return { contextTokens: loaded }
  if (localOptions.contextTokens !== null) {
    return { contextTokens: Math.min(localOptions.contextTokens, most ?? Infinity) }
  }
  return most ? { contextTokens: most, contextIsMaximum: true } : {}
}

function capabilitiesOf({ capabilities }: Entry): Capabilities {
  const { vision, trained_for_tool_use: tools, reasoning } = capabilities ?? {}
  const efforts = reasoning?.allowed_options
  return {
    ...(typeof vision === 'boolean' && { image: vision }),
    ...(typeof tools === 'boolean' && { tools }),
    ...(efforts && { reasoning: efforts.some((effort) => effort !== 'off') }),
    structuredOutput: true,
  }
}

function toOlderModel(entry: OlderEntry, { providerId, local, loading }: FlavourOptions): Model {
  const { id: modelId, type, state, capabilities: said } = entry
  // Older versions load no model with the user's window.
  const { loaded_context_length: loaded, max_context_length: most } = entry
  const contextTokens = loaded ?? most
  return {
    providerId,
    modelId,
    name: modelId,
    local,
    ...(contextTokens && { contextTokens }),
    ...(!loaded && most && { contextIsMaximum: true }),
    capabilities: {
      ...(type && { image: type === 'vlm' }),
      ...(said && { tools: said.includes('tool_use') }),
      structuredOutput: true,
    },
    ...(state && { loadState: stateOf(state) ?? loading.stateOf(modelId, state === 'loaded') }),
  }
}

function stateOf(state: string): 'loading' | undefined {
  return state === 'loading' ? 'loading' : undefined
}
