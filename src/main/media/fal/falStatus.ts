import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { maxMediaLogLineLength, maxMediaLogLines } from '../../../shared/limits.ts'
import type { RemoteState } from '../mediaProvider.ts'
import { readFalFailure } from './falErrors.ts'

const statusSchema = z.object({
  status: z.string(),
  queue_position: z.number().int().nonnegative().nullish().catch(null),
})
const logsSchema = z.object({ logs: z.array(z.unknown()) })
const lineSchema = z.object({ message: z.string() })

/** Returns the last lines that a status carries, each cut to a length. */
export function linesOf(json: unknown): string[] {
  const logs = logsSchema.safeParse(json).data?.logs ?? []
  return logs
    .slice(-maxMediaLogLines)
    .flatMap((line) => lineSchema.safeParse(line).data?.message ?? [])
    .map((message) => message.slice(0, maxMediaLogLineLength))
}

/**
 * Reads a status of fal's queue. A failed job is COMPLETED too: only what stands beside tells.
 * Errors: malformedAnswer.
 */
export function readFalStatus(json: unknown, provider: string): RemoteState {
  const told = statusSchema.safeParse(json).data
  if (told?.status === 'IN_QUEUE') return { state: 'queued', position: told.queue_position ?? null }
  if (told?.status === 'IN_PROGRESS') return { state: 'running', progress: null }
  if (told?.status !== 'COMPLETED') {
    throw new AppError('malformedAnswer', 'The status is unknown', { provider, shouldRetry: true })
  }
  const failure = readFalFailure(json, { provider })
  if (!failure) return { state: 'completed' }
  if (failure.isCancelled) return { state: 'cancelled' }
  return { state: 'failed', error: failure.error, fieldErrors: failure.fieldErrors }
}
