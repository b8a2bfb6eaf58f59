import type { ContentBlock, ToolConfiguration } from '@aws-sdk/client-bedrock-runtime'
import type { Conversation } from './conversation.ts'

/** Shorter beginnings are not cached by any model; some want up to four times as much. */
const cachedTokensMinimum = 1024
const charactersPerToken = 4
const fileTokens = 2000

const point = { cachePoint: { type: 'default' } } as const

/**
 * Marks where the service may keep what it has read: after the system prompt, and after the last
 * two of the user's turns, so that the next request finds the one before it.
 */
export function setCachePoints(
  { system, messages }: Conversation,
  toolConfig: ToolConfiguration | undefined,
): void {
  let tokens = JSON.stringify(toolConfig ?? '').length / charactersPerToken
  for (const { text = '' } of system) tokens += text.length / charactersPerToken
  if (system.length > 0 && tokens >= cachedTokensMinimum) system.push(point)
  const users = messages.filter(({ role }) => role === 'user').slice(-2)
  for (const message of messages) {
    for (const block of message.content) tokens += tokensOf(block)
    if (users.includes(message) && tokens >= cachedTokensMinimum) message.content.push(point)
  }
}

/** A rough guess. */
function tokensOf(block: ContentBlock): number {
  if (block.text !== undefined) return block.text.length / charactersPerToken
  const { reasoningContent, toolUse, toolResult } = block
  if (!reasoningContent && !toolUse && !toolResult) return fileTokens
  return JSON.stringify(block).length / charactersPerToken
}
