import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import type { Usage, Warning } from '../../../shared/chat/parts.ts'
import type { Piece } from '../history/pieces.ts'

/** Follows what a service counts of a conversation while it answers. */
export interface ContextReport {
  /** A request is about to be sent that carries this many tokens beside the conversation. */
  begin: (extraTokens: number, pieces: readonly Piece[]) => void
  /** The service has counted the request and its answer, which `pieces` end with. */
  count: (usage: Usage, pieces: readonly Piece[]) => void
  /**
   * Returns the tokens of the branch up to the end of the answer, for the next question; null if
   * nothing was counted. Passages and reasoning are not in it: the next request has its own.
   */
  tokens: () => number | null
}

export function createContextReport(): ContextReport {
  let extra = 0
  let start = 0
  let counted: number | null = null
  return {
    begin(extraTokens, pieces) {
      extra = extraTokens
      start = pieces.length
    },
    count({ inputTokens, outputTokens, reasoningTokens }, pieces) {
      // A server that counts no input says 0.
      if (inputTokens === 0) return
      const reasoning = reasoningTokens ?? estimateReasoning(pieces.slice(start))
      counted = Math.max(0, inputTokens - extra) + Math.max(0, outputTokens - reasoning)
    },
    tokens: () => counted,
  }
}

const cutCodes = new Set<Warning['code']>(['earlierDropped', 'earlierFilesDropped', 'promptCut'])

/** Tells by an answer's warnings whether the service has read a part of the branch only. */
export function wasCut(warnings: readonly Warning[]): boolean {
  return warnings.some(({ code }) => cutCodes.has(code))
}

function estimateReasoning(pieces: readonly Piece[]): number {
  const texts = pieces.map((piece) => (piece.type === 'reasoning' ? piece.text : ''))
  return estimateTextTokens(texts.join(''))
}
