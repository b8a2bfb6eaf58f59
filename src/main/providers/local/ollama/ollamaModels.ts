import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { modelIdSchema } from '../../../../shared/models.ts'
import { maxModels } from '../../models/modelLimits.ts'
import type { Capabilities, Model } from '../../../../shared/models.ts'
import type { LocalOptions } from '../../../../shared/providers.ts'
import { isOtherPurpose } from '../../openAiCompatible/listModels.ts'
import { mapConcurrently } from '../mapConcurrently.ts'
import type { NativeApi } from '../nativeApi.ts'
import type { LoadingModels } from '../loadingModels.ts'
import { count, natural, text, words } from '../../answer/answerFields.ts'
import { largestWindow } from './contextWindow.ts'
import type { LoadedModel } from './contextWindow.ts'
import { fullName } from './ollamaFacts.ts'
import type { OllamaFacts, Shown } from './ollamaFacts.ts'

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
export interface OllamaModelsOptions {
  api: NativeApi
  facts: OllamaFacts
  localOptions: LocalOptions
  /** The computer's memory; null if the server is on another one. */
  memoryBytes: number | null
  loading: LoadingModels
  providerId: string
  local: boolean
}

const showsAtOnce = 4

/** Reads Ollama's models that chat. Errors: those of the API. */
export function createOllamaModels(options: OllamaModelsOptions) {
  const { api, facts } = options

  /** Requests the details of each model once. */
  async function list(signal: AbortSignal): Promise<Model[]> {
    const [listed, running] = await Promise.all([askTags(api, signal), facts.loaded(signal)])
    facts.keep(listed)
    const candidates = listed.filter(isChat)
    const models = await mapConcurrently(candidates, showsAtOnce, async (candidate) =>
      toModel(candidate, await facts.show(candidate.name, signal), running, options),
    )
    return models.filter((model) => model !== undefined)
  }

  /**
   * Returns one model by any name that Ollama understands. Errors: notSupported for a model that
   * only embeds; a status of 404 in the details if there is none.
   */
  async function find(modelId: string, signal: AbortSignal): Promise<Model> {
    const found = await facts.lookUp(modelId, signal)
    const listed = { name: modelId, ...noFacts, remote_host: found.isRemote ? 'cloud' : null }
    const model = toModel(listed, found, await facts.loaded(signal), options)
    if (model) return model
    throw new AppError('notSupported', 'The model does not chat', { model: modelId })
  }

  return { list, find }
}

/** A model that is not in the list. */
const noFacts = { digest: null, size: null, capabilities: null, details: null }

async function askTags(api: NativeApi, signal: AbortSignal): Promise<Listed[]> {
  const tags = tagsSchema.safeParse(await api.json('/api/tags', { signal }))
  if (!tags.success) {
    throw new AppError('malformedAnswer', 'The list of models has an unknown shape')
  }
  return tags.data.models
    .slice(0, maxModels + 1)
    .flatMap((entry) => listedSchema.safeParse(entry).data ?? [])
}

function isChat({ name, details, capabilities }: Listed): boolean {
  if (capabilities) return capabilities.includes('completion')
  return !/bert/.test(details?.family ?? '') && !isOtherPurpose(name)
}

function toModel(
  listed: Listed,
  found: Shown | undefined,
  running: ReadonlyMap<string, LoadedModel> | undefined,
  { providerId, local, localOptions, memoryBytes, loading }: OllamaModelsOptions,
): Model | undefined {
  const { name: modelId, size, details } = listed
  const said = found?.capabilities ?? listed.capabilities ?? undefined
  if (said && !said.includes('completion')) return undefined
  const isRemote = Boolean(listed.remote_host)
  const inMemory = running?.get(fullName(modelId))
  const contextTokens = largestWindow(
    {
      trainedTokens: found?.trainedTokens ?? details?.context_length ?? undefined,
      fileTokens: found?.fileTokens,
      // The vendor's cloud has its own memory.
      bytesPerToken: isRemote ? undefined : found?.bytesPerToken,
      weightsBytes: size ?? undefined,
    },
    localOptions.contextTokens,
    inMemory,
    memoryBytes,
  )
  return {
    providerId,
    modelId,
    name: modelId.replace(/:latest$/, ''),
    local: local && !isRemote,
    ...(found?.onlyCompletes !== undefined && { onlyCompletes: found.onlyCompletes }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(said && { capabilities: capabilitiesOf(said) }),
    ...(running && !isRemote && { loadState: loading.stateOf(modelId, inMemory !== undefined) }),
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
