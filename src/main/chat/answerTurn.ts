import type { MessageStatus, ReplyFrame } from '../../shared/chat.ts'
import { AppError, type WireError } from '../../shared/errors.ts'
import type { ReasoningEffort } from '../../shared/models.ts'
import type { Attachment, ToolCallPart } from '../../shared/parts.ts'
import type { Provider, ReplyEvent, ReplyRequest, Turn } from '../providers/provider.ts'
import type { BegunReply } from './beginReply.ts'
import { notRun, openCalls } from './messageParts.ts'
import type { RunningReply } from './runningReply.ts'
import { runTool, type ToolBox } from './toolBox.ts'
import { appendParts, type ReadFile } from './turns.ts'

/** How often one turn asks the model, tools included. */
export const modelCallsMaximum = 10

type Finish = Extract<ReplyEvent, { type: 'finish' }>

export interface AnswerTurnOptions {
  tools: ToolBox
  effort: () => ReasoningEffort
  readFile: ReadFile
  /** Keeps a picture or sound that the model made. Errors: diskFull. */
  storeFile: (bytes: Uint8Array, mediaType: string) => Promise<Attachment>
}

/**
 * Asks the model, and again with the results of the tools that it wanted, until it has said all.
 * Ends the reply as the model did; what the provider throws is thrown.
 */
export async function* answerTurn(
  reply: RunningReply,
  begun: BegunReply,
  provider: Provider,
  options: AnswerTurnOptions,
): AsyncGenerator<ReplyFrame> {
  for (let calls = 1; ; calls += 1) {
    const request = toRequest(begun, turnsSoFar(begun, reply, options), options)
    const finish = yield* askModel(reply, provider, request, options)
    if (!finish || reply.settled()) return
    const mayGoOn = finish.reason === 'toolCalls' || finish.reason === 'pause'
    const open = mayGoOn ? openCalls(reply.added()) : []
    if (open.length === 0 && finish.reason !== 'pause') return reply.settle(endingOf(finish))
    yield* runTools(reply, open, options.tools)
    if (reply.settled()) return
    if (calls < modelCallsMaximum) continue
    const warning = { code: 'toolLimit' as const, subject: String(modelCallsMaximum) }
    const frame = reply.accept({ type: 'warning', warning })
    if (frame) yield frame
    return reply.settle({ status: 'complete', error: null })
  }
}

function toRequest(
  { model }: BegunReply,
  turns: readonly Turn[],
  { tools, effort }: AnswerTurnOptions,
): ReplyRequest {
  const list = tools.list()
  const wanted = effort()
  return {
    modelId: model.modelId,
    turns,
    ...(list.length > 0 && { tools: list }),
    ...(wanted !== 'auto' && { effort: wanted }),
  }
}

/** What was asked, and what has come of it in this turn. */
function turnsSoFar(
  { turns }: BegunReply,
  reply: RunningReply,
  options: AnswerTurnOptions,
): Turn[] {
  const added = reply.added()
  if (added.length === 0) return turns
  const all = [...turns]
  appendParts(all, 'assistant', added, options)
  return all
}

/** One request's events as frames; gives how it finished, or nothing where the reply ended first. */
async function* askModel(
  reply: RunningReply,
  provider: Provider,
  request: ReplyRequest,
  { storeFile }: AnswerTurnOptions,
): AsyncGenerator<ReplyFrame, Finish | undefined> {
  const events = provider.reply(request, reply.signal)[Symbol.asyncIterator]()
  try {
    while (!reply.settled()) {
      const step = await reply.until(events.next())
      if (!step) return undefined
      if (step.done) throw new AppError('streamBroken', 'The answer ended without its end mark')
      const event = step.value
      if (event.type === 'finish') return event
      if (event.type !== 'image') {
        const frame = reply.accept(event)
        if (frame) yield frame
        continue
      }
      if (!reply.hasRoomForFile()) {
        const frame = reply.accept({ type: 'warning', warning: { code: 'filesLeftOut' } })
        if (frame) yield frame
        continue
      }
      const file = await reply.until(storeFile(event.bytes, event.mediaType))
      const frame = file && reply.accept({ type: 'file', file })
      if (frame) yield frame
    }
    return undefined
  } finally {
    // Not awaited: a provider that hangs must not hold the answer that has ended.
    void Promise.resolve(events.return?.()).catch(() => undefined)
  }
}

async function* runTools(
  reply: RunningReply,
  calls: readonly ToolCallPart[],
  tools: ToolBox,
): AsyncGenerator<ReplyFrame> {
  const results = await reply.until(
    Promise.all(calls.map((call) => runTool(tools, call, reply.signal))),
  )
  if (!results) return
  // All at once: whoever leaves between two frames must not part them.
  const frames = calls.map(({ id }, index) => {
    const result = results[index] ?? notRun(id)
    return reply.accept({ type: 'toolResult', id, text: result.text, failed: result.failed })
  })
  yield* frames.filter((frame) => frame !== undefined)
}

function endingOf({ reason, explanation }: Finish): {
  status: MessageStatus
  error: WireError | null
} {
  switch (reason) {
    case 'length':
      return { status: 'cutOff', error: null }
    case 'contentFilter':
      return { status: 'filtered', error: refusal(explanation) }
    case 'stop':
    case 'toolCalls':
    case 'pause':
      return { status: 'complete', error: null }
  }
}

function refusal(explanation: string | undefined): WireError | null {
  if (explanation === undefined || explanation === '') return null
  return {
    code: 'contentFiltered',
    message: 'The service ended the answer',
    details: { answer: explanation.slice(0, 2000) },
  }
}
