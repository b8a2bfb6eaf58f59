import { totalmem } from 'node:os'
import { localOptionsSchema } from '../../../shared/providers.ts'
import type { LocalOptions } from '../../../shared/providers.ts'
import type { Model, ModelTask } from '../../../shared/models.ts'
import { isLocalAddress } from '../configs/baseUrl.ts'
import { createOpenAiCompatible } from '../openAiCompatible/openAiCompatible.ts'
import type { OpenAiCompatibleOptions } from '../openAiCompatible/openAiCompatible.ts'
import { withTasks } from '../openAiCompatible/listModels.ts'
import { asReplyRequest } from '../completions/asReplyRequest.ts'
import type { Provider } from '../provider.ts'
import type { CompletionRequest, ReplyRequest } from '../reply.ts'
import { withAdded } from '../request/withAdded.ts'
import { createFlavour } from './createFlavour.ts'
import type { FlavourOptions } from './flavour.ts'
import { createLoadingModels } from './loadingModels.ts'
import type { LocalServerId } from './localServers.ts'
import { createNativeApi } from './nativeApi.ts'
import { warnOfCut } from './promptCut.ts'
import { asLoading, replyPatiently, waitForReal, withPatience } from '../transport/patience.ts'

export interface LocalProviderOptions extends OpenAiCompatibleOptions {
  /** The server's own settings if missing. */
  localOptions?: LocalOptions
  /** This computer's memory, by default as the system tells it. */
  memoryBytes?: number
}

const furtherMilliseconds = 2000

/**
 * Creates a client for a known local server. Uses its native endpoints where they exist, and the
 * OpenAI-compatible API for the rest.
 */
export function createLocalProvider(
  server: LocalServerId,
  options: LocalProviderOptions,
): Provider {
  const { id: providerId, baseUrl, wait = waitForReal, memoryBytes = totalmem() } = options
  const local = isLocalAddress(baseUrl)
  // Retries here, because the client can't tell a loading model from a failure.
  const compatible = createOpenAiCompatible({
    ...options,
    maxRetries: 0,
    waitsForLoading: false,
  })
  const loading = createLoadingModels()
  const flavourOptions: FlavourOptions = {
    ...options,
    api: createNativeApi(options),
    localOptions: options.localOptions ?? localOptionsSchema.parse({}),
    loading,
    providerId,
    local,
    memoryBytes: local ? memoryBytes : null,
    wait,
  }
  const flavour = createFlavour(server, flavourOptions, compatible)
  const reply = withPatience(flavour.reply ?? compatible.reply, { ...options, loadsModels: true })
  const { countTokens, manage } = flavour
  const completeOnce = flavour.complete ?? compatible.complete
  const embed = flavour.embed ?? compatible.embed
  const takesFile = flavour.takesFile ?? compatible.takesFile
  const findModel = flavour.findModel ?? compatible.findModel
  const added = (options.extraModels ?? []).map((modelId) =>
    withTasks({ providerId, modelId, name: modelId, local: flavourOptions.local }, ['chat']),
  )

  /** The native list has only models that chat. The other may be missing, and chat never waits. */
  function listFurther(tasks: readonly ModelTask[], signal: AbortSignal): Promise<Model[]> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(furtherMilliseconds)])
    return compatible.models(limit, tasks).catch(() => [])
  }

  async function askWindow(
    { modelId, model }: ReplyRequest,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    if (flavour.currentWindow) return flavour.currentWindow(modelId, signal)
    const models = await flavour.models?.(signal).catch(() => undefined)
    const listed = models?.find((candidate) => candidate.modelId === modelId)
    return (listed ?? model)?.contextTokens
  }

  function complete(
    request: CompletionRequest,
    signal: AbortSignal,
    once: NonNullable<Provider['complete']>,
  ) {
    const events = replyPatiently(() => once(request, signal), signal, {
      ...options,
      loadsModels: true,
    })
    const asReply = asReplyRequest(request)
    const warned = warnOfCut(events, asReply, () => askWindow(asReply, signal))
    return loading.watch(request.modelId, warned)
  }

  return {
    reply: (request, signal) => {
      const events = warnOfCut(reply(request, signal), request, () => askWindow(request, signal))
      return loading.watch(request.modelId, events)
    },
    async models(signal, tasks = ['chat']) {
      try {
        if (!flavour.models || !tasks.includes('chat')) {
          return await compatible.models(signal, tasks)
        }
        const others = tasks.filter((task) => task !== 'chat')
        const [chatting, further] = await Promise.all([
          flavour.models(signal),
          others.length > 0 ? listFurther(others, signal) : [],
        ])
        return withAdded(withFurther(chatting, further), added)
      } catch (error) {
        throw asLoading(error)
      }
    },
    ...(findModel && { findModel }),
    ...(completeOnce && {
      complete: (request, signal) => complete(request, signal, completeOnce),
    }),
    ...(embed && { embed }),
    ...(compatible.transcribe && { transcribe: compatible.transcribe }),
    ...(compatible.requestImages && { requestImages: compatible.requestImages }),
    ...(compatible.rerank && { rerank: compatible.rerank }),
    ...(countTokens && { countTokens }),
    ...(takesFile && { takesFile }),
    ...(compatible.takenParameters && { takenParameters: compatible.takenParameters }),
    ...(manage && { manage }),
  }
}

/** Adds models for other tasks to those that chat, and their tasks to models in both lists. */
function withFurther(chatting: readonly Model[], further: readonly Model[]): Model[] {
  const tasksOf = new Map(further.map(({ modelId, tasks = [] }) => [modelId, tasks]))
  const known = new Set(chatting.map(({ modelId }) => modelId))
  return [
    ...chatting.map((model) => {
      const tasks = tasksOf.get(model.modelId)
      return tasks ? { ...model, tasks: [...new Set<ModelTask>(['chat', ...tasks])] } : model
    }),
    ...further.filter(({ modelId }) => !known.has(modelId)),
  ]
}
