import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { MediaCounts } from '../../../shared/providers.ts'
import { shortAnswer } from '../transport/answerLimits.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import type { Provider } from '../provider.ts'
import { fromConnection } from '../errors/providerErrors.ts'
import { readBeginning } from '../transport/readBeginning.ts'
import type { ServiceOptions } from '../service.ts'
import { serviceContext } from '../serviceContext.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import { falAddresses } from './falAddresses.ts'
import { falFailure } from './falFailure.ts'
import { listFalModels } from './listFalModels.ts'

/** Its price is asked for: that costs nothing, and fal answers it to good keys alone. */
const pricedModel = 'fal-ai/flux/schnell'
/** Failures of asking for a price that tell nothing of the key. */
const ofPrice: ReadonlySet<ErrorCode> = new Set([
  'badRequest',
  'modelNotFound',
  'notFound',
  'permissionDenied',
  'unprocessable',
])

/** Creates the adapter of fal. Its models make media alone, so it has none that chat. */
export function createFal(options: ServiceOptions): Provider {
  const { baseUrl, key, fetch } = options
  const context = serviceContext(options)
  const { platform } = falAddresses(baseUrl)

  async function read(address: string, signal: AbortSignal): Promise<unknown> {
    throwIfAborted(signal)
    const authorization = key === null ? {} : { authorization: `Key ${key}` }
    try {
      const headers = { accept: 'application/json', ...authorization }
      const response = await fetch(address, { headers, signal })
      if (response.ok) return await readJson(response, { ...shortAnswer, signal })
      const text = await readBeginning(response, signal)
      throwIfAborted(signal)
      throw falFailure({ status: response.status, text, headers: response.headers }, context)
    } catch (error) {
      if (error instanceof AppError) throw error
      throwIfAborted(signal)
      throw fromConnection(error, context)
    }
  }

  /** The list of models is public: only a price tells a wrong key from a good one. */
  async function assertKey(signal: AbortSignal): Promise<void> {
    const query = new URLSearchParams({ endpoint_id: pricedModel }).toString()
    await read(`${platform}/models/pricing?${query}`, signal).catch((error: unknown) => {
      if (!(error instanceof AppError && ofPrice.has(error.code))) throw error
    })
  }

  return {
    models: () => Promise.resolve([]),
    reply: () => {
      throw new AppError('notSupported', 'Its models do not chat', { provider: context.provider })
    },
    async countMedia(signal) {
      await assertKey(signal)
      const counts: MediaCounts = { image: 0, video: 0, audio: 0 }
      for (const { kind } of await listFalModels((address) => read(address, signal), platform))
        counts[kind] += 1
      return counts
    },
  }
}
