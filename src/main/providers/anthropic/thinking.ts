import type { Anthropic } from '@anthropic-ai/sdk'
import type { ReasoningEffort } from '../../../shared/models.ts'
import type { ReplyRequest } from '../reply.ts'
import type { Dialect, ThinkingType } from './dialect.ts'

export interface Thinking {
  thinking?: Anthropic.ThinkingConfigParam
  effort?: 'low' | 'medium' | 'high'
  /** True if the requested effort is not available. */
  dropped: boolean
}

/** Disables thinking for a turn that does not allow it. */
export const noThinking: Thinking = { dropped: false }

/** Thinking budgets in tokens, for models that require a number. */
const budgets = { low: 2048, medium: 8192, high: 24_576 } as const
const minBudgetTokens = 1024

/**
 * Maps the requested effort to a model's parameters.
 * https://platform.claude.com/docs/en/build-with-claude/thinking
 */
export function thinkingOf(
  request: Pick<ReplyRequest, 'effort' | 'model'>,
  dialect: Dialect,
  outputTokensMaximum: number,
): Thinking {
  const effort = request.effort ?? 'auto'
  const reasons = request.model?.capabilities?.reasoning
  const takes = (type: ThinkingType) => !dialect.refusedThinking.has(type)
  // Adaptive thinking lets the model decide, and returns its reasoning.
  if (effort === 'auto') {
    return { ...(reasons && takes('adaptive') && { thinking: adaptive }), dropped: false }
  }
  if (effort === 'none') {
    if (!reasons) return { dropped: false }
    if (takes('disabled')) return { thinking: { type: 'disabled' }, dropped: false }
    return { dropped: true }
  }
  if (reasons === false) return { dropped: true }
  if (takes('adaptive')) {
    const { effort: takesEffort } = dialect
    return { thinking: adaptive, ...(takesEffort && { effort }), dropped: !takesEffort }
  }
  const budget = budgetOf(effort, outputTokensMaximum)
  if (!takes('enabled') || budget === undefined) return { dropped: true }
  return { thinking: { type: 'enabled', budget_tokens: budget }, dropped: false }
}

/** Tells whether a request lets the model think. */
export function isThinking({ thinking }: Thinking): boolean {
  return thinking !== undefined && thinking.type !== 'disabled'
}

const adaptive: Anthropic.ThinkingConfigParam = { type: 'adaptive', display: 'summarized' }

/** Limits thinking to half of the answer's tokens, so that text fits too. */
function budgetOf(
  effort: Exclude<ReasoningEffort, 'auto' | 'none'>,
  outputTokensMaximum: number,
): number | undefined {
  const budget = Math.min(budgets[effort], Math.floor(outputTokensMaximum / 2))
  return budget >= minBudgetTokens ? budget : undefined
}
