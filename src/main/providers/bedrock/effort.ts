import type { ConverseStreamCommandInput } from '@aws-sdk/client-bedrock-runtime'
import { thinkingOf } from '../anthropic/thinking.ts'
import type { ReplyRequest } from '../provider.ts'
import type { Dialect } from './dialect.ts'
import { speaksMessages } from './messagesBody.ts'

type Fields = Exclude<ConverseStreamCommandInput['additionalModelRequestFields'], undefined>

export interface Effort {
  /** As `outputConfig` has it. */
  effort?: string
  fields?: Fields
  /** Whether the answer's limit has to be said along with it. */
  needsLimit: boolean
  /** Whether the wish for a certain effort can't be met. */
  dropped: boolean
}

export const noEffort: Effort = { needsLimit: false, dropped: false }

/** How the wished effort is said to a model. */
export function effortOf(
  request: ReplyRequest,
  { thinking: thinkingDialect, effortField }: Dialect,
  outputTokensMaximum: number,
): Effort {
  if (speaksMessages(request.modelId)) {
    const said = thinkingOf(request, thinkingDialect, outputTokensMaximum)
    return {
      ...(said.effort && { effort: said.effort }),
      ...(said.thinking && { fields: { thinking: { ...said.thinking } } }),
      needsLimit: said.thinking?.type === 'enabled',
      dropped: said.dropped,
    }
  }
  const { effort = 'auto', model } = request
  const reasons = model?.capabilities?.reasoning
  if (effort === 'auto' || (effort === 'none' && !reasons)) {
    return noEffort
  }
  if (reasons === false || effortField === null) return { ...noEffort, dropped: true }
  return { ...noEffort, ...inField(effortField, effort) }
}

function inField(
  field: NonNullable<Dialect['effortField']>,
  effort: 'none' | 'low' | 'medium' | 'high',
): Pick<Effort, 'effort' | 'fields'> {
  switch (field) {
    case 'outputConfig':
      return { effort }
    case 'reasoning_effort':
      return { fields: { reasoning_effort: effort } }
    case 'reasoningConfig':
      if (effort === 'none') return { fields: { reasoningConfig: { type: 'disabled' } } }
      return { fields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: effort } } }
  }
}
