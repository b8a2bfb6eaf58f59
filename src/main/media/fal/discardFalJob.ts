import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { FalApi } from './falApi.ts'

const deletedSchema = z.object({
  cdn_delete_results: z.array(z.object({ exception: z.unknown() })),
})

/**
 * Deletes what fal keeps of a finished request: its prompt, its answer and the files made. Files
 * that were uploaded stay until they expire. What is gone already counts as deleted. Errors:
 * mediaNotDeleted if the key may not, or a file is left; those of a request.
 */
export async function discardFalJob(
  api: FalApi,
  { requestId, provider, signal }: { requestId: string; provider: string; signal: AbortSignal },
): Promise<void> {
  const { platform } = api.addresses
  const address = `${platform}/models/requests/${encodeURIComponent(requestId)}/payloads`
  const answer = await api.send(address, { method: 'DELETE', signal })
  const { status, json } = answer
  if (status === 404 || status === 410) return
  if (status >= 300 && status !== 401 && status !== 403) throw api.failureOf(answer, address)
  const results = deletedSchema.safeParse(json).data?.cdn_delete_results
  if (status < 300 && results?.every(({ exception }) => !exception)) return
  throw new AppError('mediaNotDeleted', 'fal has not deleted the result', { provider, status })
}
