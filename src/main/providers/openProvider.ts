import { AppError } from '../../shared/errors.ts'
import type { Model, ModelTask } from '../../shared/models.ts'
import type { Abilities } from './abilities.ts'
import type { Keyed } from './keys/keyed.ts'
import { isRetired } from './modelTables/retirementOf.ts'
import type { Provider } from './provider.ts'
import { noParameters } from './request/sampling.ts'
import type { CompletionEvent, CompletionRequest, ReplyEvent, ReplyRequest } from './reply.ts'

export interface OpenProviderDependencies {
  keyed: Keyed
  /** The adapter's features, which do not depend on a key. */
  abilities: Abilities
  /** Returns what is known of a model without a request. */
  describe: (modelId: string) => Promise<Model>
}

/** Combines a provider's keys into one Provider, whose models are completed from the tables. */
export function openProvider({ keyed, abilities, describe }: OpenProviderDependencies): Provider {
  const can = (task: ModelTask): boolean => abilities.tasks.includes(task)

  async function* reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const model = request.model ?? (await describe(request.modelId))
    const { tools = [], ...rest } = request
    const offered = tools.length > 0 && model.capabilities?.tools !== false ? { tools } : {}
    try {
      const full = { ...rest, ...offered, model }
      yield* keyed.stream(full, (provider) => provider.reply(full, signal))
    } catch (error) {
      throw withRetirement(error, model)
    }
  }

  async function* complete(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent> {
    const { modelId } = request
    try {
      yield* keyed.stream({ modelId }, (provider) => {
        if (provider.complete) return provider.complete(request, signal)
        throw new AppError('completionsMissing', 'The service continues no texts')
      })
    } catch (error) {
      throw withRetirement(error, await describe(modelId))
    }
  }

  return {
    models: async (signal, tasks = ['chat']) => {
      const possible = tasks.filter(can)
      if (possible.length === 0) return []
      return keyed.run('', (provider) => provider.models(signal, possible))
    },
    reply,
    ...(abilities.completes && { complete }),
    ...(abilities.countsTokens && {
      countTokens: async (request, signal) => {
        const model = request.model ?? (await describe(request.modelId))
        return keyed.run(request.modelId, (provider) =>
          supported(provider.countTokens?.({ ...request, model }, signal)),
        )
      },
    }),
    takesFile: async (file, { modelId, ...known }) => {
      const model = known.model ?? (await describe(modelId))
      return keyed.run(modelId, async (provider) =>
        provider.takesFile ? provider.takesFile(file, { modelId, model }) : true,
      )
    },
    takenParameters: async ({ modelId, effort = 'auto', ...known }) => {
      const model = known.model ?? (await describe(modelId))
      return keyed.run(modelId, async (provider) =>
        provider.takenParameters
          ? provider.takenParameters({ modelId, model, effort })
          : noParameters,
      )
    },
    ...(can('speak') && {
      speak: (request, signal) =>
        keyed.run(request.modelId, (provider) => supported(provider.speak?.(request, signal))),
    }),
    ...(can('transcribe') && {
      transcribe: (request, signal) =>
        keyed.run(request.modelId, (provider) => supported(provider.transcribe?.(request, signal))),
    }),
    ...(can('realtime') && {
      connectRealtime: (request, signal) =>
        keyed.run(request.modelId, (provider) =>
          supported(provider.connectRealtime?.(request, signal)),
        ),
    }),
    ...(can('image') && {
      requestImages: async (request, signal) => {
        try {
          return await keyed.run(request.modelId, (provider) =>
            supported(provider.requestImages?.(request, signal)),
          )
        } catch (error) {
          throw withRetirement(error, await describe(request.modelId))
        }
      },
    }),
    ...(can('embed') && {
      embed: (modelId, texts, signal, purpose) =>
        keyed.run(modelId, (provider) =>
          supported(provider.embed?.(modelId, texts, signal, purpose)),
        ),
    }),
    ...(can('rerank') && {
      rerank: (modelId, query, texts, signal) =>
        keyed.run(modelId, (provider) =>
          supported(provider.rerank?.(modelId, query, texts, signal)),
        ),
    }),
    ...(abilities.countsMedia && {
      countMedia: (signal) => keyed.run('', (provider) => supported(provider.countMedia?.(signal))),
    }),
    call: (call, signal) => keyed.run('', (provider) => supported(provider.call?.(call, signal))),
  }
}

function supported<Value>(answer: Promise<Value> | undefined): Promise<Value> {
  return answer ?? Promise.reject(new AppError('notSupported', 'The service has no such thing'))
}

/** Distinguishes a retired model from a mistyped one. */
function withRetirement(error: unknown, { retirement }: Model): unknown {
  if (!(error instanceof AppError) || !retirement) return error
  const isGone = error.code === 'modelNotFound' && isRetired(retirement, Date.now())
  if (!isGone && error.code !== 'modelRetired') return error
  return new AppError(
    'modelRetired',
    error.message,
    { ...error.details, replacement: retirement.replacement ?? undefined },
    error,
  )
}
