import type { Message } from './turnMessages.ts'

/** No model caches a shorter prefix. Some models require up to four times as much. */
export const minCachedTokens = 1024
const charactersPerToken = 4

/** Returns a rough estimate of a text's tokens. */
export function textTokens(text: string): number {
  return text.length / charactersPerToken
}

/**
 * Marks the prefixes that end with the last two user turns, so that the next request matches the
 * previous one. `tokens` is the estimate for what precedes the messages.
 */
export function markUserTurns<Block>(
  messages: readonly Message<Block>[],
  tokens: number,
  tokensOf: (block: Block) => number,
  mark: (message: Message<Block>) => void,
): void {
  let prefixTokens = tokens
  const users = messages.filter(({ role }) => role === 'user').slice(-2)
  for (const message of messages) {
    for (const block of message.content) prefixTokens += tokensOf(block)
    if (users.includes(message) && prefixTokens >= minCachedTokens) mark(message)
  }
}
