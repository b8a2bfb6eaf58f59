import type OpenAI from 'openai'
import type { ReplyRequest, Turn } from '../provider.ts'

/** What a server understands beyond the common ground; learnt from its refusals. */
export interface Dialect {
  /** Whether `stream_options` may be sent, which asks for the count of tokens. */
  streamUsage: boolean
  outputLimitField: 'max_tokens' | 'max_completion_tokens'
}

export function buildBody(
  request: ReplyRequest,
  dialect: Dialect,
): OpenAI.ChatCompletionCreateParamsStreaming {
  return {
    model: request.modelId,
    messages: request.turns.map(toMessage).filter((message) => message.content !== ''),
    stream: true,
    ...(dialect.streamUsage && { stream_options: { include_usage: true } }),
    ...(request.outputTokensMaximum !== undefined && {
      [dialect.outputLimitField]: request.outputTokensMaximum,
    }),
  }
}

/** Reasoning stays out: services refuse it, or bill for it and ignore it. */
function toMessage(turn: Turn): { role: Turn['role']; content: string } {
  const texts = turn.parts.filter((part) => part.type === 'text').map((part) => part.text)
  return { role: turn.role, content: texts.join('') }
}

/** The dialect to try after a refusal, or undefined where the refusal is about something else. */
export function adaptDialect(
  dialect: Dialect,
  status: number | undefined,
  answer: string,
): Dialect | undefined {
  if (status !== 400 && status !== 422) return undefined
  if (dialect.streamUsage && /stream_options|include_usage/.test(answer)) {
    return { ...dialect, streamUsage: false }
  }
  const { outputLimitField } = dialect
  const other = outputLimitField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
  const names = new RegExp(`\\b${outputLimitField}\\b`)
  return names.test(answer) ? { ...dialect, outputLimitField: other } : undefined
}
