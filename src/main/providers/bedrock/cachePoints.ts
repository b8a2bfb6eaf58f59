import type {
  ContentBlock,
  ToolConfiguration,
  ToolResultContentBlock,
} from '@aws-sdk/client-bedrock-runtime'
import type { Conversation } from './conversation.ts'

/** No model caches a shorter prefix. Some models require up to four times as much. */
const cachedTokensMinimum = 1024
const charactersPerToken = 4
const fileTokens = 2000

const point = { cachePoint: { type: 'default' } } as const

/**
 * Marks prefixes for the service's prompt cache: after the system prompt, and after the last two
 * user turns, so that the next request matches the previous one.
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

/** Returns a rough estimate of a block's tokens. */
function tokensOf(block: ContentBlock): number {
  if (block.text !== undefined) return block.text.length / charactersPerToken
  const { reasoningContent, toolUse, toolResult } = block
  if (!reasoningContent && !toolUse && !toolResult) return fileTokens
  // Avoids JSON.stringify, which would write a picture's bytes as separate numbers.
  if (toolResult) return (toolResult.content ?? []).reduce((sum, part) => sum + inResult(part), 0)
  return JSON.stringify(block).length / charactersPerToken
}

function inResult({ text }: ToolResultContentBlock): number {
  return text === undefined ? fileTokens : text.length / charactersPerToken
}
