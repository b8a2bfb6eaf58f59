import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { modelIdSchema } from '../../../../shared/models.ts'
import { modelsMaximum } from '../../modelLimits.ts'
import type { Capabilities, Model } from '../../../../shared/models.ts'
import type { LocalOptions } from '../../../../shared/providers.ts'
import { isOtherPurpose } from '../../openAiCompatible/listModels.ts'
import { mapConcurrently } from '../mapConcurrently.ts'
import type { NativeApi } from '../nativeApi.ts'
import type { LoadingModels } from '../loadingModels.ts'
import { count, natural, text, words } from '../../answerFields.ts'

const listedSchema = z.object({
  name: modelIdSchema,
  digest: text,
  size: count,
  /** The remote host of a model that runs in the vendor's cloud instead of on this machine. */
  remote_host: text,
  capabilities: words,
  details: z.object({ family: text, context_length: natural }).nullish().catch(null),
})
type Listed = z.infer<typeof listedSchema>

const tagsSchema = z.object({ models: z.array(z.unknown()) })
const runningSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: natural })),
})

const shownSchema = z.object({
  capabilities: words,
  parameters: text,
  model_info: z.record(z.string(), z.unknown()).nullish().catch(null),
})

/** Details from a request for the single model. They are valid as long as its digest. */
interface Shown {
  capabilities: readonly string[] | undefined
  /** The context window that the model was trained for. */
  contextTokens: number | undefined
  /** The context window set in the model's file. */
  loadedTokens: number | undefined
}

export interface OllamaModelsOptions {
  api: NativeApi
  localOptions: LocalOptions
  loading: LoadingModels
  providerId: string
  local: boolean
}

const showsAtOnce = 4

/** Lists Ollama's chat models and requests the details of each once. Errors: those of the API. */
export function createOllamaModels(options: OllamaModelsOptions) {
  const { api } = options
  const shown = new Map<string, Shown>()

  async function show(listed: Listed, signal: AbortSignal): Promise<Shown | undefined> {
    const digest = listed.digest || listed.name
    const known = shown.get(digest)
    if (known) return known
    const found = await askShow(api, listed.name, signal)
    if (found) shown.set(digest, found)
    return found
  }

  return async function list(signal: AbortSignal): Promise<Model[]> {
    const [listed, running] = await Promise.all([askTags(api, signal), askRunning(api, signal)])
    const candidates = listed.filter(isChat)
    const models = await mapConcurrently(candidates, showsAtOnce, async (candidate) =>
      toModel(candidate, await show(candidate, signal), running, options),
    )
    const digests = new Set(listed.map(({ digest, name }) => digest || name))
    for (const digest of shown.keys()) if (!digests.has(digest)) shown.delete(digest)
    return models.filter((model) => model !== undefined)
  }
}

async function askTags(api: NativeApi, signal: AbortSignal): Promise<Listed[]> {
  const tags = tagsSchema.safeParse(await api.json('/api/tags', { signal }))
  if (!tags.success) {
    throw new AppError('malformedAnswer', 'The list of models has an unknown shape')
  }
  return tags.data.models
    .slice(0, modelsMaximum + 1)
    .flatMap((entry) => listedSchema.safeParse(entry).data ?? [])
}

/**
 * Returns the models in memory with their context windows; undefined if the server does not report
 * them.
 */
async function askRunning(
  api: NativeApi,
  signal: AbortSignal,
): Promise<Map<string, number | undefined> | undefined> {
  const { data } = runningSchema.safeParse(await api.ask('/api/ps', { signal }))
  return (
    data && new Map(data.models.map((model) => [model.name, model.context_length ?? undefined]))
  )
}

async function askShow(
  api: NativeApi,
  model: string,
  signal: AbortSignal,
): Promise<Shown | undefined> {
  const answer = await api.ask('/api/show', { method: 'POST', body: { model }, signal })
  const { data } = shownSchema.safeParse(answer)
  if (!data) return undefined
  return {
    capabilities: data.capabilities ?? undefined,
    contextTokens: contextOf(data.model_info ?? {}),
    loadedTokens: numCtxOf(data.parameters ?? ''),
  }
}

/** Reads a field such as `qwen3.context_length`, whose prefix is the architecture's name. */
function contextOf(info: Readonly<Record<string, unknown>>): number | undefined {
  const architecture = String(info['general.architecture'])
  const name = Object.keys(info).find((key) => key.endsWith('.context_length')) ?? ''
  return natural.parse(info[`${architecture}.context_length`] ?? info[name]) ?? undefined
}

/** Reads `num_ctx    8192` from the parameters of the model's file, one per line. */
function numCtxOf(parameters: string): number | undefined {
  return natural.parse(Number(/^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1])) ?? undefined
}

function isChat({ name, details, capabilities }: Listed): boolean {
  if (capabilities) return capabilities.includes('completion')
  return !/bert/.test(details?.family ?? '') && !isOtherPurpose(name)
}

function toModel(
  listed: Listed,
  found: Shown | undefined,
  running: ReadonlyMap<string, number | undefined> | undefined,
  { providerId, local, localOptions, loading }: OllamaModelsOptions,
): Model | undefined {
  const { name: modelId, size, details } = listed
  const said = found?.capabilities ?? listed.capabilities ?? undefined
  if (said && !said.includes('completion')) return undefined
  const isRemote = Boolean(listed.remote_host)
  const most = found?.contextTokens ?? details?.context_length ?? undefined
  const wanted = localOptions.contextTokens ?? running?.get(modelId) ?? found?.loadedTokens
  const contextTokens = Math.min(wanted ?? Infinity, most ?? Infinity)
  return {
    providerId,
    modelId,
    name: modelId.replace(/:latest$/, ''),
    local: local && !isRemote,
    ...(Number.isFinite(contextTokens) && { contextTokens }),
    ...(said && { capabilities: capabilitiesOf(said) }),
    ...(running && !isRemote && { loadState: loading.stateOf(modelId, running.has(modelId)) }),
    ...(typeof size === 'number' && !isRemote && { sizeBytes: size }),
  }
}

function capabilitiesOf(said: readonly string[]): Capabilities {
  return {
    image: said.includes('vision'),
    // Ollama's own API accepts only text and pictures.
    pdf: false,
    audio: false,
    tools: said.includes('tools'),
    reasoning: said.includes('thinking'),
    structuredOutput: true,
  }
}
