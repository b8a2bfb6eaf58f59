import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import {
  NoResult,
  type LostRequest,
  type MediaHandle,
  type MediaRequest,
  type RemoteJobs,
  type RemoteState,
  type SubmitContext,
} from '../mediaProvider.ts'
import { refusing } from '../refusing.ts'
import { createComfyApi, type ComfyApi } from './comfyApi.ts'
import { refusalOf } from './comfyErrors.ts'
import { uploadFiles } from './comfyFiles.ts'
import { fillWorkflow } from './comfyForm.ts'
import {
  clientOf,
  endOf,
  filesOf,
  findCachedFiles,
  hasStored,
  readLatest,
  readPast,
  readQueue,
  tookFromCache,
} from './comfyQueue.ts'
import type { Progress } from './createProgress.ts'
import type { Workflow } from './workflows.ts'

const sentSchema = z.object({ promptId: z.string(), address: z.string() })
const acceptedSchema = z.object({ prompt_id: z.string().min(1) })
const free = { amount: 0, currency: 'USD' }

export interface ComfyJobs {
  submit: (
    workflow: Workflow,
    request: MediaRequest,
    context: SubmitContext,
  ) => Promise<{ handle: MediaHandle }>
  remote: RemoteJobs
}

/**
 * Sends workflows to ComfyUI. Each gets an id of Parley's, under which the server lists it: a prompt
 * whose answer was lost is found by it. The server keeps its queue in memory alone.
 */
export function createComfyJobs(fetch: Fetch, progress: Progress): ComfyJobs {
  const apiOf = ({ addresses }: Pick<MediaHandle, 'addresses'>): ComfyApi =>
    createComfyApi(addresses['server'] ?? '', fetch)

  async function submit(workflow: Workflow, request: MediaRequest, context: SubmitContext) {
    const { graph, marks, address } = workflow
    const { values, read, transparentMask } = request
    const api = createComfyApi(address, fetch)
    const fileNames = await uploadFiles(api, {
      ...{ graph, marks, values, read, transparentMask },
      signal: context.signal,
    })
    const prompt = fillWorkflow(graph, marks, { values, fileNames })
    const promptId = randomUUID()
    const body = {
      ...{ prompt, prompt_id: promptId, client_id: promptId },
      // Servers show no unfinished pictures by themselves. Older ones ignore this.
      extra_data: { preview_method: 'auto' },
    }
    const sent = { promptId, address }
    const id = await context.pay(
      (signal) =>
        refusing(async () => {
          const answer = await api.send('/prompt', { signal, body })
          if (answer.status === 400) throw refusalOf(answer, { marks, failureOf: api.failureOf })
          if (answer.status >= 300) throw api.failureOf(answer)
          // Servers of before 2025 choose an id of their own.
          const accepted = acceptedSchema.safeParse(answer.json).data
          if (accepted) return accepted.prompt_id
          throw new AppError('malformedAnswer', 'The answer names no prompt')
        }),
      sent,
    )
    return { handle: handleOf(id, sent) }
  }

  async function poll(handle: MediaHandle, signal: AbortSignal): Promise<RemoteState> {
    const api = apiOf(handle)
    const { id } = handle
    const ended = async (): Promise<RemoteState | undefined> => {
      const past = await readPast(api, id, signal)
      if (past) progress.forget(id)
      if (!past) return undefined
      const end = endOf(past)
      // A node may have stored its files before another failed.
      return end.state === 'failed' && hasStored(past) ? { state: 'completed' } : end
    }
    const state = await ended()
    if (state) return state
    const { running, pending } = await readQueue(api, signal)
    if (running.some((entry) => entry.id === id)) {
      const clientId = handle.addresses['client'] ?? id
      return { state: 'running', progress: progress.of({ address: api.address, id, clientId }) }
    }
    const place = pending.findIndex((entry) => entry.id === id)
    if (place >= 0) return { state: 'queued', position: running.length + place }
    progress.forget(id)
    // It may have ended between the two questions.
    return (await ended()) ?? { state: 'missing' }
  }

  async function result(handle: MediaHandle, signal: AbortSignal) {
    const api = apiOf(handle)
    const past = await readPast(api, handle.id, signal)
    if (!past) throw new NoResult(new AppError('mediaLost', 'ComfyUI has forgotten the result'))
    const own = filesOf(past)
    const isCached = own.length === 0 && tookFromCache(past)
    const named = isCached ? await findCachedFiles(api, { id: handle.id, past }, signal) : own
    const files = []
    let lost: AppError | undefined
    for (const { filename, subfolder, type } of named) {
      const query = new URLSearchParams({ filename, subfolder, type })
      try {
        files.push({ bytes: await api.bytes(`/view?${query.toString()}`, { signal }) })
      } catch (error) {
        if (!isGone(error)) throw error
        lost = error
      }
    }
    // A cached result may still be in Parley from an earlier job, although ComfyUI's folder lost
    // it.
    if (lost && files.length === 0 && !isCached) {
      throw new NoResult(new AppError('mediaExpired', 'The file is gone', lost.details, lost))
    }
    const end = endOf(past)
    const brokenBy = end.state === 'failed' ? end.error : lost
    const broken = files.length > 0 && brokenBy !== undefined && { brokenBy }
    return { files, price: free, ...(isCached && { isCached }), ...broken }
  }

  async function cancel(handle: MediaHandle, signal: AbortSignal) {
    const api = apiOf(handle)
    const { id } = handle
    const isHere = async () => {
      const { running, pending } = await readQueue(api, signal)
      return {
        runs: running.some((entry) => entry.id === id),
        waits: pending.some((entry) => entry.id === id),
      }
    }
    const before = await isHere()
    if (before.waits) await post(api, '/queue', { body: { delete: [id] }, signal })
    // It may have begun meanwhile.
    const { runs } = before.waits ? await isHere() : before
    if (runs) {
      // Without the id, an older server would stop whatever runs: it is ours.
      await post(api, '/interrupt', { body: { prompt_id: id }, signal })
      return 'requested'
    }
    const isEnded = (await readPast(api, id, signal)) !== undefined
    if (isEnded) return 'completed'
    return before.waits ? 'cancelled' : 'missing'
  }

  async function find({ sent, isTaken }: LostRequest, signal: AbortSignal) {
    const asked = sentSchema.safeParse(sent).data
    if (!asked) return undefined
    const api = createComfyApi(asked.address, fetch)
    const { promptId } = asked
    const isOurs = (id: string, clientId: string | undefined): boolean =>
      (id === promptId || clientId === promptId) && !isTaken(id)
    const { running, pending } = await readQueue(api, signal)
    const waiting = [...running, ...pending].find(({ id, clientId }) => isOurs(id, clientId))
    if (waiting) return handleOf(waiting.id, asked)
    if (await readPast(api, promptId, signal)) return handleOf(promptId, asked)
    const latest = [...(await readLatest(api, signal))]
    const past = latest.find(([id, entry]) => isOurs(id, clientOf(entry)))
    return past && handleOf(past[0], asked)
  }

  return {
    submit,
    remote: {
      poll: (handle, signal) => onceItRuns(() => poll(handle, signal)),
      result: (handle, signal) => onceItRuns(() => result(handle, signal)),
      cancel: (handle, signal) => whileItRuns(() => cancel(handle, signal), 'cancelled'),
      find: (lost, signal) => whileItRuns(() => find(lost, signal), undefined),
    },
  }
}

function handleOf(id: string, { promptId, address }: z.output<typeof sentSchema>): MediaHandle {
  return { id, addresses: { server: address, client: promptId } }
}

async function post(
  api: ComfyApi,
  path: string,
  { body, signal }: { body: object; signal: AbortSignal },
): Promise<void> {
  const answer = await api.send(path, { signal, body })
  if (answer.status >= 300) throw api.failureOf(answer)
}

/** A server that does not run now may be started again, and tells then what it knows of the job. */
async function onceItRuns<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isStopped(error)) throw error
    const { code, message, details, cause } = error
    throw new AppError(code, message, { ...details, shouldRetry: true }, cause)
  }
}

/** A server that does not run has forgotten its queue: nothing of it will be made. */
async function whileItRuns<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isStopped(error)) return otherwise
    throw error
  }
}

/** The user may have moved a file, and one above the limit will not shrink. */
function isGone(error: unknown): error is AppError {
  return error instanceof AppError && (error.details.status === 404 || error.code === 'tooHeavy')
}

function isStopped(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'serverNotRunning'
}
