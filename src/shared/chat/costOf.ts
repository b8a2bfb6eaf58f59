import type { Price, TokenPrice } from '../models.ts'
import type { Usage } from './parts.ts'

/** Tokens of one kind; `cached` ones are part of the input. */
interface Tokens {
  input: number
  cached: number
  output: number
}

/**
 * Returns the approximate cost of an answer in US dollars. Tokens written to a cache count as
 * ordinary input, although some services charge a quarter more.
 */
export function costOf(usage: Usage, price: Price): number {
  const { audio } = price
  const spoken: Tokens = audio ? spokenTokens(usage) : { input: 0, cached: 0, output: 0 }
  const written: Tokens = {
    input: usage.inputTokens - spoken.input,
    cached: (usage.cachedTokens ?? 0) - spoken.cached,
    output: usage.outputTokens - spoken.output,
  }
  const said = tokenCost(written, price) + (audio ? tokenCost(spoken, audio) : 0)
  return said / 1_000_000 + (usage.pictureDollars ?? 0)
}

function spokenTokens(usage: Usage): Tokens {
  return {
    input: usage.audioInputTokens ?? 0,
    cached: usage.cachedAudioTokens ?? 0,
    output: usage.audioOutputTokens ?? 0,
  }
}

/** Returns the cost in millionths of a dollar. */
function tokenCost({ input, cached, output }: Tokens, price: TokenPrice): number {
  const fromCache = Math.max(0, Math.min(cached, input))
  const read = Math.max(0, input - fromCache) * price.input
  return read + fromCache * (price.cachedInput ?? price.input) + Math.max(0, output) * price.output
}

/** Tells whether all of the cost is known: that of sound and of the service's pictures may not be. */
export function hasKnownCost(usage: Usage, price: Price): boolean {
  const { pictureTokens = 0, pictureDollars } = usage
  const { input, output } = spokenTokens(usage)
  if (input + output > 0 && !price.audio) return false
  return pictureTokens === 0 || pictureDollars !== undefined
}
