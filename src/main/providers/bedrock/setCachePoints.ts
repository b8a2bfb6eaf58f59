import type {
  ContentBlock,
  ToolConfiguration,
  ToolResultContentBlock,
} from '@aws-sdk/client-bedrock-runtime'
import { minCachedTokens, markUserTurns, textTokens } from '../request/promptCache.ts'
import type { Conversation } from './toConversation.ts'

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
  let tokens = textTokens(JSON.stringify(toolConfig ?? ''))
  for (const { text = '' } of system) tokens += textTokens(text)
  if (system.length > 0 && tokens >= minCachedTokens) system.push(point)
  markUserTurns(messages, tokens, tokensOf, ({ content }) => content.push(point))
}

/** Returns a rough estimate of a block's tokens. */
function tokensOf(block: ContentBlock): number {
  if (block.text !== undefined) return textTokens(block.text)
  const { reasoningContent, toolUse, toolResult } = block
  if (!reasoningContent && !toolUse && !toolResult) return fileTokens
  // Avoids JSON.stringify, which would write a picture's bytes as separate numbers.
  if (toolResult) return (toolResult.content ?? []).reduce((sum, part) => sum + inResult(part), 0)
  return textTokens(JSON.stringify(block))
}

function inResult({ text }: ToolResultContentBlock): number {
  return text === undefined ? fileTokens : textTokens(text)
}
