import { AppError, toWire, type WireError } from '../../shared/errors.ts'
import type { MediaModel } from '../../shared/media/media.ts'
import type { MediaPrice } from '../../shared/media/mediaPrice.ts'
import type { EstimateRequest, MediaProvider, MediaProviderSource } from './mediaProvider.ts'

/** Every media service that is set up. */
export interface MediaServices {
  all: () => Promise<MediaProvider[]>
  /** Errors: providerMissing. */
  find: (providerId: string) => Promise<MediaProvider>
  /** Lists the models of all services, and why one could not tell. */
  models: (refresh: boolean) => Promise<ModelsOfServices>
  /** Returns a model. Errors: providerMissing, modelNotFound, those of a request. */
  model: (providerId: string, modelId: string) => Promise<MediaModel>
  /** Estimates a price; null if nobody knows it. Errors: providerMissing. */
  estimate: (providerId: string, request: EstimateRequest) => Promise<MediaPrice | null>
}

export interface ModelsOfServices {
  models: MediaModel[]
  failures: { providerId: string; error: WireError }[]
}

/** The time that a service has to list its models, to tell a form or a price. */
export const askMilliseconds = 30_000

export function createMediaServices(sources: readonly MediaProviderSource[]): MediaServices {
  async function all(): Promise<MediaProvider[]> {
    return (await Promise.all(sources.map(async (source) => source()))).flat()
  }

  async function find(providerId: string): Promise<MediaProvider> {
    const found = (await all()).find(({ id }) => id === providerId)
    if (found) return found
    throw new AppError('providerMissing', 'The service is gone or off')
  }

  return {
    all,
    find,
    async models(refresh) {
      const answers = await Promise.all(
        (await all()).map(async (provider) => {
          try {
            const models = await provider.models(AbortSignal.timeout(askMilliseconds), refresh)
            return { models: [...models], failures: [] }
          } catch (error) {
            return { models: [], failures: [{ providerId: provider.id, error: toWire(error) }] }
          }
        }),
      )
      return {
        models: answers.flatMap(({ models }) => models),
        failures: answers.flatMap(({ failures }) => failures),
      }
    },
    async model(providerId, modelId) {
      const provider = await find(providerId)
      const models = await provider.models(AbortSignal.timeout(askMilliseconds), false)
      const model = models.find((each) => each.modelId === modelId)
      if (model) return model
      throw new AppError('modelNotFound', 'The service has no such model', { model: modelId })
    },
    async estimate(providerId, request) {
      const provider = await find(providerId)
      try {
        return await provider.estimate(request, AbortSignal.timeout(askMilliseconds))
      } catch {
        return null
      }
    },
  }
}
