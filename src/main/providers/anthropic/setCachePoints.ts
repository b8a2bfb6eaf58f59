import type { Anthropic } from '@anthropic-ai/sdk'
import { minCachedTokens, markUserTurns, textTokens } from '../request/promptCache.ts'
import type { Conversation } from './toConversation.ts'

const imageTokens = 1500
const documentTokens = 3000

const point = { cache_control: { type: 'ephemeral' } } as const

/**
 * Marks prefixes for the service's prompt cache: after the tools and the system prompt, and after
 * the last two user turns, so that the next request matches the previous one.
 */
export function setCachePoints(
  tools: Anthropic.Tool[],
  { system, messages }: Pick<Conversation, 'system' | 'messages'>,
): void {
  let tokens = 0
  for (const tool of tools) tokens += textTokens(JSON.stringify(tool))
  for (const { text } of system) tokens += textTokens(text)
  const head = system.at(-1) ?? tools.at(-1)
  if (head && tokens >= minCachedTokens) Object.assign(head, point)
  markUserTurns(messages, tokens, tokensOf, ({ content }) => {
    const last = content.at(-1)
    if (last) Object.assign(last, point)
  })
}

/** Returns a rough estimate of a block's tokens. */
function tokensOf(block: Anthropic.ContentBlockParam): number {
  switch (block.type) {
    case 'text':
      return textTokens(block.text)
    case 'thinking':
      return textTokens(block.thinking)
    case 'image':
      return imageTokens
    case 'document':
      return block.source.type === 'text' ? textTokens(block.source.data) : documentTokens
    default:
      return textTokens(JSON.stringify(block))
  }
}
