import type { FinishReason } from '../reply.ts'

/** Returns the reason why Claude ended an answer. `called` tells whether it asked for a tool. */
export function finishReasonOf(reason: string, called: boolean): FinishReason {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'tool_use':
      return 'toolCalls'
    case 'refusal':
      return 'contentFilter'
    case 'pause_turn':
      return 'pause'
    default:
      return called ? 'toolCalls' : 'stop'
  }
}
