import type { ReplyFrame } from '../../../shared/chat/chat.ts'
import type { GrantedTool } from '../../tools/grants.ts'
import type { ToolInput } from '../../tools/tool.ts'
import type { BegunReply } from '../begin/startAnswer.ts'
import { offerFor } from '../tools/offerFor.ts'
import { hasQuestions, runToolCalls } from '../tools/runToolCalls.ts'
import type { ReadSource } from '../tools/dataFlow.ts'
import type { AnswerTurnOptions } from './answerTurn.ts'
import type { RunningReply } from './runningReply.ts'

export interface SpokenCallsOptions extends AnswerTurnOptions {
  /** Returns what any branch of a chat holds. */
  sourcesInChat: (conversationId: string) => Promise<readonly ReadSource[]>
}

/**
 * Runs the calls of a realtime session under the rules of a text chat, and ends the reply without
 * asking a model: the page gives the session their results.
 */
export async function* runSpokenCalls(
  reply: RunningReply,
  { model, next }: BegunReply,
  options: SpokenCallsOptions,
): AsyncGenerator<ReplyFrame> {
  const { conversationId, id: messageId } = reply.answer
  const scope = { conversationId, model, acceptsTools: true }
  const offered = await reply.until(offerFor(scope, reply.signal, options))
  if (!offered) return
  yield* runToolCalls(reply, next !== 'toolCalls', {
    ...options,
    tools: offered.callable,
    context: { conversationId, model, messageId },
    findGrant: (tool: GrantedTool, input: ToolInput) =>
      options.findGrant(conversationId, tool, input),
    earlierSources: () => options.sourcesInChat(conversationId),
    mustAsk: next === 'question',
  })
  const status = hasQuestions(reply) ? 'awaiting' : 'complete'
  reply.settle({ status, error: null })
}
