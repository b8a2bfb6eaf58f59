import { AppError } from '../../../../shared/errors.ts'
import type { Provider, ReplyRequest } from '../../provider.ts'
import type { Flavour, FlavourOptions } from '../flavour.ts'
import { createChat } from './chat.ts'
import { createManagement } from './management.ts'
import { createOllamaModels } from './models.ts'

/** Ollama by its own API, and by OpenAI's where something that only looks like it answers. */
export function createOllama(options: FlavourOptions, compatible: Provider): Flavour {
  const { api, timeoutMilliseconds = 600_000, idleMilliseconds = 300_000 } = options
  const chat = createChat({ ...options, timeoutMilliseconds, idleMilliseconds })
  const list = createOllamaModels(options)
  let hasChat = true

  return {
    async *reply(request: ReplyRequest, signal: AbortSignal) {
      try {
        if (hasChat) {
          yield* chat(request, signal)
          return
        }
      } catch (error) {
        if (!lacksEndpoint(error)) throw asMissingModel(error)
      }
      for await (const event of compatible.reply(request, signal)) {
        // Only an answer shows that it is a server of this kind, and not one that is yet to start.
        hasChat = false
        yield event
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
    manage: createManagement(api),
  }
}

/** A path that is unknown is answered in plain text; a model that is unknown, in JSON. */
function lacksEndpoint(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { status } = error.details
  return (status === 404 && error.code === 'notAnApi') || status === 405 || status === 501
}

/** A 404 in JSON is always about the model, in whatever words. */
function asMissingModel(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.status !== 404) return error
  return new AppError('modelNotFound', error.message, error.details, error)
}
