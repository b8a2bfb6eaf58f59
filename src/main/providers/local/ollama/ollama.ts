import { AppError } from '../../../../shared/errors.ts'
import type { Provider } from '../../provider.ts'
import type { ReplyRequest } from '../../reply.ts'
import { defaultLimits } from '../../service.ts'
import type { Flavour, FlavourOptions } from '../flavour.ts'
import { mayRepeat } from '../../errors/wasRefused.ts'
import { createChat } from './chat.ts'
import { takesFile } from './chatBody.ts'
import { embedByOllama } from './embed.ts'
import { completeByOllama } from './complete.ts'
import { createManagement } from './management.ts'
import { createOllamaFacts } from './ollamaFacts.ts'
import { createOllamaModels } from './ollamaModels.ts'
import { createRequestWindows } from './requestWindow.ts'

/** Ollama by its own API, or by OpenAI's for servers that only resemble it. */
export function createOllama(options: FlavourOptions, compatible: Provider): Flavour {
  const {
    api,
    timeoutMilliseconds = defaultLimits.timeoutMilliseconds,
    idleMilliseconds = defaultLimits.idleMilliseconds,
  } = options
  const facts = createOllamaFacts(api)
  const windows = createRequestWindows({ ...options, facts })
  const chat = createChat({ ...options, windows, timeoutMilliseconds, idleMilliseconds })
  const { list, find } = createOllamaModels({ ...options, facts })
  let hasChat = true

  return {
    async *reply(request: ReplyRequest, signal: AbortSignal) {
      try {
        if (hasChat) {
          yield* chat(request, signal)
          return
        }
      } catch (error) {
        if (!lacksEndpoint(error) || !mayRepeat(request, error)) throw asMissingModel(error)
      }
      for await (const event of compatible.reply(request, signal)) {
        // Only an answer proves a compatible server, as opposed to one that is still starting.
        hasChat = false
        yield event
      }
    },
    async *complete(request, signal) {
      const { localOptions } = options
      const limits = { api, localOptions, windows, timeoutMilliseconds, idleMilliseconds }
      try {
        yield* completeByOllama(request, signal, limits)
      } catch (error) {
        if (!lacksEndpoint(error) || !compatible.complete) throw asMissingModel(error)
        yield* compatible.complete(request, signal)
      }
    },
    async models(signal) {
      try {
        return await list(signal)
      } catch (error) {
        if (!lacksEndpoint(error)) throw error
        return compatible.models(signal)
      }
    },
    async findModel(modelId, signal) {
      try {
        return await find(modelId, signal)
      } catch (error) {
        if (!lacksEndpoint(error) || !compatible.findModel) throw asMissingModel(error)
        return compatible.findModel(modelId, signal)
      }
    },
    async embed(modelId, texts, signal, purpose) {
      try {
        const { localOptions } = options
        return await embedByOllama(modelId, texts, signal, {
          ...{ api, localOptions, timeoutMilliseconds },
        })
      } catch (error) {
        if (!lacksEndpoint(error) || !compatible.embed) throw asMissingModel(error)
        return compatible.embed(modelId, texts, signal, purpose)
      }
    },
    takesFile: (file, request) => Promise.resolve(takesFile(file, request)),
    currentWindow: windows.current,
    manage: createManagement(api),
  }
}

/**
 * Returns true for an unknown path, which is answered in plain text. An unknown model is answered
 * in JSON.
 */
function lacksEndpoint(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  const { status } = error.details
  return (status === 404 && error.code === 'notAnApi') || status === 405 || status === 501
}

/** Converts a 404 in JSON, which always means an unknown model. */
function asMissingModel(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.status !== 404) return error
  return new AppError('modelNotFound', error.message, error.details, error)
}
