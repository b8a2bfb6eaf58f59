import type OpenAI from 'openai'
import type { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import { toAppError, type ErrorContext } from '../errors/providerErrors.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import type { Sdk } from '../openAiCompatible/client.ts'
import type { Provider } from '../provider.ts'
import type { ReplyEvent, ReplyRequest } from '../reply.ts'
import { createToolRefusals } from '../toolSchemas/toolRefusals.ts'
import {
  askPatiently,
  replyPatiently,
  sentOnce,
  type PatienceOptions,
} from '../transport/patience.ts'
import { assistantPrefix, parseAssistantId } from './assistantId.ts'
import { asGone, goneError, isGone, isOpenAi, saysNone } from './assistantsGone.ts'
import { answerInThread } from './answerInThread.ts'
import type { Assistant } from './runObjects.ts'
import { createPassingThreads, type KnownThread, type ThreadRecord } from './threadRecord.ts'
import { createThreadApi, type ThreadApi } from './threadApi.ts'

/** The assistants of an account, each as a model. */
export interface Assistants {
  /** Returns none where the service has no such API. Errors: aborted. */
  models: (signal: AbortSignal) => Promise<Model[]>
  find: (modelId: string, assistantId: string, signal: AbortSignal) => Promise<Model>
  reply: Provider['reply']
  removeThread: NonNullable<Provider['removeThread']>
}

export interface AssistantsOptions {
  providerId: string
  open: () => Promise<{ sdk: Sdk; client: OpenAI }>
  context: ErrorContext
  threads: ThreadRecord
  /** The longest allowed silence within an answer. */
  idleMilliseconds: number
  patience: PatienceOptions
}

/** The other models must not wait for the assistants longer than this. */
const listMs = 5000
/** Time for the requests that end a run or delete a thread, after which nobody waits for them. */
const farewellMs = 10_000

export function createAssistants(options: AssistantsOptions): Assistants {
  const { providerId, open, context, patience } = options
  const attemptTools = createToolRefusals()
  let isAbsent = false

  async function openApi(signal: AbortSignal): Promise<ThreadApi> {
    return createThreadApi((await open()).client, signal)
  }

  async function toFailure(error: unknown, model?: string): Promise<AppError> {
    const named = model === undefined ? context : { ...context, model }
    return toAppError(error, named, (await open()).sdk)
  }

  async function models(signal: AbortSignal): Promise<Model[]> {
    if (isAbsent || isOpenAi(context)) return []
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(listMs)])
      const assistants = await (await openApi(limit)).listAssistants()
      return assistants.map((assistant) => toModel(assistant, assistantPrefix + assistant.id))
    } catch (error) {
      throwIfAborted(signal)
      isAbsent = saysNone(await toFailure(error))
      return []
    }
  }

  async function find(modelId: string, assistantId: string, signal: AbortSignal): Promise<Model> {
    if (isOpenAi(context)) throw goneError(context, modelId)
    try {
      return toModel(await (await openApi(signal)).findAssistant(assistantId), modelId)
    } catch (error) {
      throwIfAborted(signal)
      throw asGone(await toFailure(error, modelId))
    }
  }

  function toModel({ name, id }: Assistant, modelId: string): Model {
    return {
      ...{ providerId, modelId, name: name || id, local: context.local, tasks: ['chat'] },
      capabilities: { tools: true, image: false, pdf: false, audio: false, reasoning: false },
    }
  }

  async function* reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const assistantId = parseAssistantId(request.modelId) ?? request.modelId
    if (isOpenAi(context)) throw goneError(context, request.modelId)
    const { conversationId } = request
    const threads = conversationId === undefined ? createPassingThreads() : options.threads
    const chat = conversationId ?? ''
    const answering = {
      ...{ ...options, assistantId, request, signal, tools: attemptTools(request) },
      api: await openApi(signal),
      toFailure: (error: unknown) => toFailure(error, request.modelId),
      record: {
        find: () => threads.find(chat),
        note: (threadId: string) => threads.note(chat, threadId),
        save: (thread: KnownThread) => threads.save(chat, thread),
        forget: () => threads.forget(chat),
      },
    }
    const waiting = { ...patience, ...(request.once && sentOnce) }
    let isLeft = true
    try {
      for await (const event of replyPatiently(() => answerInThread(answering), signal, waiting)) {
        if (event.type === 'finish') isLeft = false
        yield event
      }
    } catch (error) {
      isLeft = signal.aborted
      throw error
    } finally {
      const thread = threads.find(chat)
      if (isLeft && thread?.openRun) threads.forget(chat)
      if (thread) void sayFarewell(thread, isLeft, conversationId === undefined)
    }
  }

  /** Ends what nobody waits for any more. Its failure changes nothing: runs end by themselves. */
  async function sayFarewell(
    { threadId, openRun }: KnownThread,
    isLeft: boolean,
    isPassing: boolean,
  ): Promise<void> {
    try {
      const api = await openApi(AbortSignal.timeout(farewellMs))
      if (isLeft && openRun) {
        const runId = openRun.id ?? (await api.newestRun(threadId))?.id
        if (runId !== undefined) await api.cancelRun(threadId, runId)
      }
      if (isPassing) await api.removeThread(threadId)
    } catch {
      // The service is out of reach, or the run has just ended.
    }
  }

  async function removeThread(threadId: string, signal: AbortSignal): Promise<void> {
    const attempt = async (): Promise<void> => {
      try {
        await (await openApi(signal)).removeThread(threadId)
      } catch (error) {
        throwIfAborted(signal)
        const failure = await toFailure(error)
        if (!isGone(failure)) throw failure
      }
    }
    await askPatiently(attempt, signal, patience)
  }

  return { models, find, reply, removeThread }
}
