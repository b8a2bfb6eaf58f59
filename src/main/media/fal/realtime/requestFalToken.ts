import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { appOf } from '../../../providers/fal/falAddresses.ts'
import type { FalApi } from '../falApi.ts'

/** Seconds for which fal accepts a token. */
const tokenSeconds = 120

const tokenSchema = z.union([
  z.string().min(1),
  // Older gateways wrap it.
  z.object({ detail: z.string().min(1) }).transform(({ detail }) => detail),
])

/**
 * Requests a temporary token for connections to an endpoint's application. It never leaves main.
 * Errors: malformedAnswer, those of a request.
 */
export async function requestFalToken(
  api: Pick<FalApi, 'addresses' | 'read'>,
  endpoint: string,
  signal: AbortSignal,
): Promise<string> {
  const alias = appOf(endpoint).split('/').at(-1) ?? ''
  const json = await api.read(`${api.addresses.storage}/tokens/`, {
    ...{ method: 'POST', signal, model: endpoint },
    body: { allowed_apps: [alias], token_expiration: tokenSeconds },
  })
  const token = tokenSchema.safeParse(json).data
  if (token !== undefined) return token
  throw new AppError('malformedAnswer', 'fal answered with no token', { model: endpoint })
}
