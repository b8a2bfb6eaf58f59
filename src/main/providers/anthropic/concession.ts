import { refusesThinkingNow, roomLeft } from './dialect.ts'

/**
 * The options removed for one request after a refusal. `reasoning` stands for earlier reasoning,
 * `thinking` for new thinking.
 */
export interface Concession {
  reasoning: boolean
  thinking: boolean
  outputTokensMaximum?: number
}

/** The parts of a refused request that a concession can change. */
export interface Concedable {
  outputTokensMaximum: number
  /** True if the service refused earlier reasoning that the request contains. */
  reasoningRefused: boolean
  thinking: boolean
}

/** Returns the concession for the next attempt; null if the refusal has another cause. */
export function concede<Kind extends Concession>(
  concession: Kind,
  sent: Concedable,
  answer: string,
): Kind | null {
  const room = roomLeft(answer)
  if (room !== undefined && room < sent.outputTokensMaximum) {
    return { ...concession, outputTokensMaximum: room }
  }
  if (concession.reasoning && sent.reasoningRefused) return { ...concession, reasoning: false }
  if (concession.thinking && sent.thinking && refusesThinkingNow(answer)) {
    return { ...concession, thinking: false }
  }
  return null
}
