import { AppError } from '../../../../shared/errors.ts'
import type { LocalOptions } from '../../../../shared/providers.ts'
import type { Warning } from '../../../../shared/chat/parts.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ReplyEvent, ReplyRequest } from '../../reply.ts'
import { createToolRefusals } from '../../toolSchemas/toolRefusals.ts'
import { mayRepeat } from '../../errors/wasRefused.ts'
import type { NativeApi } from '../nativeApi.ts'
import { createChatAnswer } from './chatAnswer.ts'
import { buildChatBody } from './chatBody.ts'
import type { OllamaOption } from './chatBody.ts'
import { readLineAnswer } from './lineAnswer.ts'
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
    yield* readLineAnswer(response, answer, { warnings, idleMilliseconds, signal })
  }
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
