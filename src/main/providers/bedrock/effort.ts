import type { ConverseStreamCommandInput } from '@aws-sdk/client-bedrock-runtime'
import { isThinking, thinkingOf } from '../anthropic/thinking.ts'
import type { ReplyRequest } from '../reply.ts'
import type { Dialect } from './dialect.ts'
import { speaksMessages } from './messagesBody.ts'

type Fields = Exclude<ConverseStreamCommandInput['additionalModelRequestFields'], undefined>

export interface Effort {
  /** The value of `outputConfig`. */
  effort?: string
  fields?: Fields
  /** True if the answer's limit must be sent too. */
  needsLimit: boolean
  /** True if the requested effort is not available. */
  dropped: boolean
  /** True if a model of the Messages API thinks. */
  thinks: boolean
}

export const noEffort: Effort = { needsLimit: false, dropped: false, thinks: false }

/** Maps the requested effort to a model's parameters. */
export function effortOf(
  request: Pick<ReplyRequest, 'modelId' | 'model' | 'effort'>,
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
      thinks: isThinking(said),
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
