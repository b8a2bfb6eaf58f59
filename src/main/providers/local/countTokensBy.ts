import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Provider, ReplyRequest } from '../provider.ts'
import type { NativeApi } from './nativeApi.ts'
import { asLoading } from '../patience.ts'

const countMilliseconds = 10_000

type Count = (
  request: ReplyRequest,
  /** Posts a body; what it gives may be anything. */
  ask: (path: string, body: object) => Promise<unknown>,
) => Promise<number>

/**
 * Counts by a server's own tokenizer. An answer of a shape that `count` can't parse is a
 * malformedAnswer; a server without the endpoint is one that can't count: notSupported.
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
      throw isMissing(error) ? new AppError('notSupported', 'It does not count') : asLoading(error)
    }
  }
}

/** Whether the server has no such endpoint, rather than no such model. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code === 'modelNotFound') return false
  const { status } = error.details
  return status === 404 || status === 405 || status === 501
}
