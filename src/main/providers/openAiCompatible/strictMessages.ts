import { createHash } from 'node:crypto'
import type OpenAI from 'openai'

type Message = OpenAI.ChatCompletionMessageParam

/** The form of call ids that Mistral and servers with its templates accept. */
const shortId = /^[a-zA-Z0-9]{9}$/
const shortIdLength = 9
/** Longest id of a tool call that OpenAI's chat completions accept, in characters. */
const maxChatIdLength = 40

/** Says nothing new: an empty message would be refused as well. */
const bridge: Message = { role: 'assistant', content: 'I have the results.' }

/**
 * Puts a message of the assistant between tool results and the user's message after them. Mistral,
 * and servers that run its models, refuse the user's message there.
 */
export function bridgeResults(messages: readonly Message[]): Message[] {
  return messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role === 'tool' ? [bridge, message] : [message],
  )
}

/** Replaces the call ids that these servers refuse, alike in calls and results. */
export function shortenCallIds(messages: readonly Message[]): Message[] {
  return withCallIds(messages, (id) => (isShortCallId(id) ? id : hashOf(id, shortIdLength)))
}

/** Replaces ids that OpenAI refuses as too long, such as those of pictures it has made itself. */
export function limitCallIds(messages: readonly Message[]): Message[] {
  return withCallIds(messages, (id) => limitCallId(id, maxChatIdLength))
}

/** Returns an id, or another in its place that is no longer than this. */
export function limitCallId(id: string, maxLength: number): string {
  return id.length <= maxLength ? id : hashOf(id, maxLength)
}

function withCallIds(messages: readonly Message[], toId: (id: string) => string): Message[] {
  return messages.map((message) => {
    if (message.role === 'tool') return { ...message, tool_call_id: toId(message.tool_call_id) }
    if (message.role !== 'assistant' || !message.tool_calls) return message
    const calls = message.tool_calls.map((call) => ({ ...call, id: toId(call.id) }))
    return { ...message, tool_calls: calls }
  })
}

export function isShortCallId(id: string): boolean {
  return shortId.test(id)
}

function hashOf(id: string, length: number): string {
  return createHash('sha256').update(id).digest('hex').slice(0, length)
}
