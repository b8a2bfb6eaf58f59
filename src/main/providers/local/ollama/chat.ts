import { AppError } from '../../../../shared/errors.ts'
import type { LocalOptions } from '../../../../shared/providers.ts'
import type { Warning } from '../../../../shared/chat/parts.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { answerSilence } from '../../answer/answerSilence.ts'
import { readBytes } from '../../transport/byteStream.ts'
import type { ReplyEvent, ReplyRequest } from '../../provider.ts'
import { createToolRefusals } from '../../toolSchemas/toolRefusals.ts'
import { mayRepeat } from '../../errors/wasRefused.ts'
import { asBreak, requestIdOf } from '../../errors/providerErrors.ts'
import { readJsonLines } from '../jsonLines.ts'
import type { NativeApi } from '../nativeApi.ts'
import { createChatAnswer } from './chatAnswer.ts'
import type { ChatAnswer } from './chatAnswer.ts'
import { buildChatBody } from './chatBody.ts'
import type { OllamaOption } from './chatBody.ts'
import type { RequestWindows } from './requestWindow.ts'

export interface ChatOptions {
  api: NativeApi
  localOptions: LocalOptions
  windows: RequestWindows
  timeoutMilliseconds: number
  idleMilliseconds: number
}

export type Chat = (request: ReplyRequest, signal: AbortSignal) => AsyncGenerator<ReplyEvent>

/**
 * Recognises a refusal by its text, and names the option to omit. More specific patterns come
 * first.
 */
const refusals: readonly [RegExp, OllamaOption][] = [
  [/think value|think.{0,20}level/i, 'effortLevel'],
  [/not support.{0,20}think|think value/i, 'effort'],
  [/not support.{0,20}(?:tools?\b|function)/i, 'tools'],
  [/not support.{0,20}(?:format|structured)|format.{0,20}not supported/i, 'answerFormat'],
]

/**
 * Creates a client of `POST /api/chat`. It omits options that a model refused, and remembers them.
 */
export function createChat({
  api,
  localOptions,
  windows,
  timeoutMilliseconds,
  idleMilliseconds,
}: ChatOptions): Chat {
  const refusedBy = new Map<string, ReadonlySet<OllamaOption>>()
  const attemptTools = createToolRefusals({ plain: true })

  async function open(
    request: ReplyRequest,
    signal: AbortSignal,
  ): Promise<{ response: Response; warnings: Warning[] }> {
    const { modelId: model } = request
    const tools = attemptTools(request)
    const contextTokens = await windows.choose(request, signal)
    for (;;) {
      const refused = refusedBy.get(model) ?? new Set()
      const { body, warnings } = await buildChatBody(
        tools.request(),
        localOptions,
        refused,
        contextTokens,
      )
      try {
        const { once = false } = request
        const sending = { method: 'POST', body, signal, timeoutMilliseconds, model, once } as const
        const response = await api.send('/api/chat', sending)
        return { response, warnings: [...warnings, ...tools.accept()] }
      } catch (error) {
        if (error instanceof AppError && !mayRepeat(request, error)) throw error
        if (!refused.has('tools') && error instanceof AppError && tools.refuse(error)) continue
        const option = refusedOption(error, { ...body })
        if (option === undefined || refused.has(option)) throw error
        refusedBy.set(model, new Set([...refused, option]))
      }
    }
  }

  return async function* chat(request, signal) {
    const { response, warnings } = await open(request, signal)
    const answer = createChatAnswer((error) => api.toError(error, request.modelId))
    const requestId = requestIdOf(response.headers)
    const bytes = readBytes(response.body, {
      idleMilliseconds: answerSilence(
        { finished: answer.done, endMark: answer.done },
        idleMilliseconds,
      ),
      signal,
    })
    try {
      if (requestId !== null) yield { type: 'request', requestId }
      for (const warning of warnings) yield { type: 'warning', warning }
      yield* readAnswer(bytes, answer, signal)
    } finally {
      await bytes.return(undefined)
      if (response.body && !response.body.locked) await response.body.cancel()
    }
  }
}

async function* readAnswer(
  bytes: AsyncGenerator<Uint8Array>,
  answer: ChatAnswer,
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent> {
  try {
    for await (const objects of readJsonLines(bytes)) {
      const { events, fault } = takeAll(objects, answer)
      yield* events
      if (fault) throw fault.error
    }
  } catch (error) {
    yield* answer.rest()
    // A fault after the last object, such as a reset connection, does not make the answer a
    // failure.
    if (!answer.done() || signal.aborted) throw asBreak(error)
  }
  yield* answer.rest()
  if (!answer.done()) throw new AppError('streamBroken', 'The answer ended in the middle')
  yield* answer.end()
}

/** Yields the events before a fault in the same batch as well. */
function takeAll(
  objects: readonly JsonObject[],
  answer: ChatAnswer,
): { events: ReplyEvent[]; fault?: { error: unknown } } {
  const events: ReplyEvent[] = []
  try {
    for (const json of objects) {
      if (answer.done()) break
      for (const event of answer.take(json)) events.push(event)
    }
  } catch (error) {
    return { events, fault: { error } }
  }
  return { events }
}

function refusedOption(error: unknown, sent: JsonObject): OllamaOption | undefined {
  if (!(error instanceof AppError)) return undefined
  const { status, answer = '' } = error.details
  if (status !== 400 && status !== 422) return undefined
  const wasSent: Record<OllamaOption, boolean> = {
    effortLevel: typeof sent['think'] === 'string',
    effort: sent['think'] !== undefined,
    tools: sent['tools'] !== undefined,
    answerFormat: sent['format'] !== undefined,
  }
  return refusals.find(([pattern, option]) => wasSent[option] && pattern.test(answer))?.[1]
}
