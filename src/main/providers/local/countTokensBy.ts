import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Provider } from '../provider.ts'
import type { ReplyRequest } from '../reply.ts'
import type { NativeApi } from './nativeApi.ts'
import { asLoading } from '../transport/patience.ts'

const countMilliseconds = 10_000

type Count = (
  request: ReplyRequest,
  /** Posts a body. The result is unchecked JSON. */
  ask: (path: string, body: object) => Promise<unknown>,
) => Promise<number>

/**
 * Counts tokens with the server's own tokenizer. Errors: malformedAnswer if `count` can't parse the
 * answer; notSupported if the server lacks the endpoint.
 */
export function countTokensBy(api: NativeApi, count: Count): NonNullable<Provider['countTokens']> {
  return async (request, signal) => {
    const options = { method: 'POST', timeoutMilliseconds: countMilliseconds, signal } as const
    try {
      return await count(request, (path, body) =>
        api.json(path, { ...options, body, model: request.modelId }),
      )
    } catch (error) {
      if (error instanceof z.ZodError) {
        throw new AppError('malformedAnswer', 'The count has an unknown shape', {}, error)
      }
      throw lacksEndpoint(error)
        ? new AppError('notSupported', 'It does not count')
        : asLoading(error)
    }
  }
}

/** Returns true if the server lacks the endpoint, as opposed to the model. */
export function lacksEndpoint(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code === 'modelNotFound') return false
  const { status } = error.details
  return status === 404 || status === 405 || status === 501
}
