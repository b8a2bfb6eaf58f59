import { setTimeout as wait } from 'node:timers/promises'
import type {
  CallToolResult,
  Client,
  ElicitRequest,
  ElicitResult,
  RequestOptions,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { isStatus404 } from '../sessionLoss.ts'
import { taskOf } from './taskResults.ts'

/** The state of a task, as both revisions tell it; the newest one has the result in it. */
const taskSchema = z.looseObject({
  taskId: z.string(),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  statusMessage: z.string().optional(),
  pollInterval: z.number().optional(),
  pollIntervalMs: z.number().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
  inputRequests: z
    .record(z.string(), z.looseObject({ method: z.string(), params: z.unknown() }))
    .optional(),
})
type Task = z.infer<typeof taskSchema>

const createdSchema = z.looseObject({ task: taskSchema })
const anything = z.looseObject({})

/** Time that a server is asked to keep a task, so that Parley finds it after a restart. */
const keptMilliseconds = 86_400_000
const shortestPoll = 200
const longestPoll = 30_000
const defaultPoll = 2000

export interface TaskCall {
  name: string
  arguments: Record<string, unknown>
}

export interface TaskOptions {
  request: RequestOptions
  /** Gets the state of a task each time that the server tells it. */
  onState: (message: string, task: 'working' | 'waiting') => void
  /** Writes the task's id down, before it is waited for. */
  keep: (taskId: string) => void
  /** Tells whether a kept task may be asked for again later: then its end here cancels nothing. */
  isLeft: () => boolean
  /** Asks the user what the task wants to know. */
  ask: (params: ElicitRequest['params'], signal: AbortSignal) => Promise<ElicitResult>
}

/**
 * Calls a tool as a task of an older revision: the server answers at once with a task, which tells
 * its state until it has a result. A task that is stopped is cancelled.
 */
export async function callAsTask(
  client: Client,
  call: TaskCall,
  options: TaskOptions,
): Promise<CallToolResult> {
  const { request } = options
  const params = { ...call, task: { ttl: keptMilliseconds } }
  const { task } = await client.request({ method: 'tools/call', params }, createdSchema, request)
  return endingTask(client, task, options, (signal) => awaitTask(client, task, signal, options))
}

/** Waits for the result of a task of an older revision, and for its questions on the way. */
async function awaitTask(
  client: Client,
  task: Task,
  signal: AbortSignal,
  options: TaskOptions,
): Promise<CallToolResult> {
  const { request } = options
  const over = new AbortController()
  const ending = AbortSignal.any([signal, over.signal])
  // The server asks its questions on the way of this request, so it is open from the beginning.
  const result = client.request(
    { method: 'tasks/result', params: { taskId: task.taskId } },
    anything,
    request,
  )
  const states = pollTask(client, task, { ...options, request: { ...request, signal: ending } })
  // A poll that fails does not end a call whose result may come.
  states.catch(() => undefined)
  try {
    return readCallResult(await result)
  } finally {
    over.abort()
  }
}

/**
 * Returns the result of a call, which a server of the newest revision may have made a task. Errors:
 * those of the task.
 */
export async function resultOfTask(
  client: Client,
  result: CallToolResult,
  options: TaskOptions,
): Promise<CallToolResult> {
  const begun = taskSchema.safeParse(taskOf(result))
  if (!begun.success) return result
  return endingTask(client, begun.data, options, () => finishTask(client, begun.data, options))
}

/** Waits for a task of the newest revision, which has its result in its last state. */
async function finishTask(
  client: Client,
  begun: Task,
  options: TaskOptions,
): Promise<CallToolResult> {
  const task = await pollTask(client, begun, options)
  if (task.status === 'completed') return readCallResult(task.result)
  const reason = task.error?.message ?? task.statusMessage ?? task.status
  throw new AppError('pluginServerFailed', `The task ended: ${task.status}`, { answer: reason })
}

const unknownOutcome = 'The call was not made again. Whether it has done its work is unknown.'

/**
 * Fetches the result of a task that an earlier run of Parley has begun. Nothing is called. Errors:
 * pluginStopped if the task was a program's and ended with it, pluginServerFailed if the server no
 * longer has it, those of the task.
 */
export async function resultOfKeptTask(
  client: Client,
  { id, isOfProgram }: { id: string; isOfProgram: boolean },
  options: TaskOptions,
): Promise<CallToolResult> {
  const { request } = options
  const get = { method: 'tasks/get', params: { taskId: id } }
  const task = await client.request(get, taskSchema, request).catch((error: unknown) => {
    // Only an answer of the server's tells that it has no such task.
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'number')) throw error
    const answer = error.message
    throw isOfProgram
      ? new AppError(
          'pluginStopped',
          `The program that worked on this call ended with Parley, and its task with it. ${unknownOutcome}`,
          { answer },
          error,
        )
      : new AppError(
          'pluginServerFailed',
          `The server no longer has the task of this call. ${unknownOutcome}`,
          { answer },
          error,
        )
  })
  return endingTask(client, task, options, (signal) =>
    client.getProtocolEra() === 'modern'
      ? finishTask(client, task, options)
      : awaitTask(client, task, signal, options),
  )
}

/** Writes a task down and runs the work on it. Cancels the task if the call is stopped. */
async function endingTask<T>(
  client: Client,
  { taskId }: Task,
  { request: { signal = new AbortController().signal }, keep, isLeft }: TaskOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const isKept = !signal.aborted
  try {
    if (isKept) keep(taskId)
    return await work(signal)
  } catch (error) {
    if (signal.aborted && !(isKept && isLeft())) {
      await client
        .request({ method: 'tasks/cancel', params: { taskId } }, anything, { timeout: 5000 })
        .catch(() => undefined)
    }
    // The call has run: with a new session it must not begin once more.
    if (isStatus404(error)) {
      throw new AppError(
        'pluginServerFailed',
        `The server no longer knows the session of this task. ${unknownOutcome}`,
        { status: 404 },
        error,
      )
    }
    throw error
  }
}

/** Asks for the state of a task until it has ended. Returns its last state. */
async function pollTask(client: Client, first: Task, options: TaskOptions): Promise<Task> {
  const { request, onState, ask } = options
  const { taskId } = first
  const answered = new Set<string>()
  let task = first
  while (task.status === 'working' || task.status === 'input_required') {
    const isWaiting = task.status === 'input_required'
    onState(task.statusMessage ?? '', isWaiting ? 'waiting' : 'working')
    const asked = task.inputRequests ?? {}
    const open = Object.entries(asked).filter(([name]) => !answered.has(name))
    if (open.length > 0) {
      const inputResponses: Record<string, unknown> = {}
      for (const [name, { method, params }] of open) {
        answered.add(name)
        if (method !== 'elicitation/create') continue
        const signal = request.signal ?? new AbortController().signal
        // The shape of a question is checked where it is asked.
        inputResponses[name] = await ask(params as ElicitRequest['params'], signal)
      }
      const update = { method: 'tasks/update', params: { taskId, inputResponses } }
      await client.request(update, anything, request)
    }
    const pause = task.pollIntervalMs ?? task.pollInterval ?? defaultPoll
    const bounded = Math.min(longestPoll, Math.max(shortestPoll, pause))
    await wait(bounded, undefined, { ...(request.signal && { signal: request.signal }) })
    task = await client.request({ method: 'tasks/get', params: { taskId } }, taskSchema, request)
  }
  return task
}

const callResultSchema = z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) })

/** Returns the result of a call. Errors: pluginServerFailed if it is none. */
function readCallResult(value: unknown): CallToolResult {
  const result = callResultSchema.safeParse(value)
  if (result.success) return result.data as CallToolResult
  throw new AppError('pluginServerFailed', 'The task has no result of a call')
}
