import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { RemoteState } from '../mediaProvider.ts'
import type { ComfyApi } from './comfyApi.ts'
import { executionFailure } from './comfyErrors.ts'

const extraSchema = z.object({ client_id: z.string() })

/** `[number, prompt id, workflow, {client_id}, …]`. */
const entrySchema = z
  .tuple([z.number(), z.string()])
  .rest(z.unknown())
  .transform(([number, id, , extra]) => ({
    number,
    id,
    clientId: extraSchema.safeParse(extra).data?.client_id,
  }))
export type QueueEntry = z.output<typeof entrySchema>

const entriesSchema = z.array(z.unknown()).transform((entries) =>
  entries.flatMap((entry) => {
    const { data } = entrySchema.safeParse(entry)
    return data ? [data] : []
  }),
)
const queueSchema = z.object({ queue_running: entriesSchema, queue_pending: entriesSchema })

const fileSchema = z.object({
  filename: z.string().min(1),
  subfolder: z.string().catch(''),
  type: z.string().catch('output'),
})
export type ComfyFile = z.output<typeof fileSchema>

const pastSchema = z.object({
  prompt: z.unknown(),
  outputs: z.record(z.string(), z.record(z.string(), z.unknown()).catch({})).catch({}),
  status: z
    .object({
      status_str: z.string().catch(''),
      messages: z.array(z.tuple([z.string(), z.unknown()])).catch([]),
    })
    .nullish()
    .catch(null),
})
export type PastPrompt = z.output<typeof pastSchema>

/** The server's queue and history, by the ids of its prompts. */
export interface ComfyQueue {
  running: readonly QueueEntry[]
  /** The next one first. */
  pending: readonly QueueEntry[]
}

export async function readQueue(api: ComfyApi, signal: AbortSignal): Promise<ComfyQueue> {
  const told = queueSchema.safeParse(await api.read('/queue', { signal })).data
  if (!told) throw new AppError('malformedAnswer', 'The queue has an unknown shape')
  const pending = told.queue_pending.toSorted((first, second) => first.number - second.number)
  return { running: told.queue_running, pending }
}

/** Returns what became of a prompt; undefined if it has not ended, or is forgotten. */
export async function readPast(
  api: ComfyApi,
  id: string,
  signal: AbortSignal,
): Promise<PastPrompt | undefined> {
  const told = await api.read(`/history/${encodeURIComponent(id)}`, { signal })
  return pastOf(told)?.get(id)
}

/** Returns the latest prompts that have ended, by their ids. */
export async function readLatest(
  api: ComfyApi,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PastPrompt>> {
  const told = await api.read('/history?max_items=100', { signal })
  return pastOf(told) ?? new Map<string, PastPrompt>()
}

function pastOf(told: unknown): Map<string, PastPrompt> | undefined {
  const { data } = z.record(z.string(), z.unknown()).safeParse(told)
  if (!data) throw new AppError('malformedAnswer', 'The history has an unknown shape')
  return new Map(
    Object.entries(data).flatMap(([id, entry]) => {
      const past = pastSchema.safeParse(entry).data
      return past ? [[id, past] as const] : []
    }),
  )
}

/** Returns the client that has sent a prompt of the history. */
export function clientOf({ prompt }: PastPrompt): string | undefined {
  return entrySchema.safeParse(prompt).data?.clientId
}

/** Returns the state of a prompt that has ended. */
export function endOf({ status }: PastPrompt): RemoteState {
  const messages = status?.messages ?? []
  if (messages.some(([name]) => name === 'execution_interrupted')) return { state: 'cancelled' }
  const failure = messages.find(([name]) => name === 'execution_error')
  if (failure || status?.status_str === 'error') {
    return { state: 'failed', error: executionFailure(failure?.[1]) }
  }
  return { state: 'completed' }
}

/** Tells whether the server took results of an earlier prompt from its cache. */
export function tookFromCache({ status }: PastPrompt): boolean {
  return status?.messages.some(([name]) => name === 'execution_cached') ?? false
}

/**
 * Finds the files that an earlier prompt of the same workflow has stored: a server that takes all
 * of a workflow from its cache lists no files for it. Returns an empty list if the history has none.
 */
export async function findCachedFiles(
  api: ComfyApi,
  { id, past }: { id: string; past: PastPrompt },
  signal: AbortSignal,
): Promise<ComfyFile[]> {
  const graph = graphOf(past)
  const earlier = [...(await readLatest(api, signal))].filter(
    ([other, entry]) => other !== id && isDeepStrictEqual(graphOf(entry), graph),
  )
  // The history begins with the oldest.
  return earlier.map(([, entry]) => filesOf(entry)).findLast(({ length }) => length > 0) ?? []
}

function graphOf({ prompt }: PastPrompt): unknown {
  return Array.isArray(prompt) ? (prompt as unknown[])[2] : undefined
}

/** Tells whether a prompt has stored any file. */
export function hasStored(past: PastPrompt): boolean {
  return listedFiles(past).some(isStored)
}

/** Returns the files that a prompt has stored, or else its previews. Each once. */
export function filesOf(past: PastPrompt): ComfyFile[] {
  const files = listedFiles(past)
  const stored = files.filter(isStored)
  const shown = stored.length > 0 ? stored : files
  return [...new Map(shown.map((file) => [JSON.stringify(file), file])).values()]
}

function listedFiles({ outputs }: PastPrompt): ComfyFile[] {
  return Object.values(outputs).flatMap((of) =>
    Object.values(of).flatMap((list) =>
      (Array.isArray(list) ? list : []).flatMap((file) => fileSchema.safeParse(file).data ?? []),
    ),
  )
}

function isStored({ type }: ComfyFile): boolean {
  return type !== 'temp'
}
