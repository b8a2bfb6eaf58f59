import type { Anthropic } from '@anthropic-ai/sdk'
import type { Conversation } from './messages.ts'

/** No model caches a shorter prefix. Some models require up to four times as much. */
const cachedTokensMinimum = 1024
const charactersPerToken = 4
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
  let tokens = sum(tools.map((tool) => JSON.stringify(tool).length / charactersPerToken))
  tokens += sum(system.map(({ text }) => text.length / charactersPerToken))
  const head = system.at(-1) ?? tools.at(-1)
  if (head && tokens >= cachedTokensMinimum) Object.assign(head, point)
  const users = messages.filter(({ role }) => role === 'user').slice(-2)
  for (const message of messages) {
    tokens += sum(message.content.map(tokensOf))
    const last = message.content.at(-1)
    if (last && users.includes(message) && tokens >= cachedTokensMinimum) Object.assign(last, point)
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Returns a rough estimate of a block's tokens. */
function tokensOf(block: Anthropic.ContentBlockParam): number {
  switch (block.type) {
    case 'text':
      return block.text.length / charactersPerToken
    case 'thinking':
      return block.thinking.length / charactersPerToken
    case 'image':
      return imageTokens
    case 'document':
      return block.source.type === 'text'
        ? block.source.data.length / charactersPerToken
        : documentTokens
    default:
      return JSON.stringify(block).length / charactersPerToken
  }
}
