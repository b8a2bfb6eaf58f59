import type { FunctionCall } from './serverEvent.ts'
import type { Said } from './transcript.ts'

/** Names the answer that is not part of the conversation but sums it up. */
export const summaryPurpose = 'summary'

const maxSummaryTokens = 1500

/** Returns an earlier message in the service's format. */
export function messageItem({ role, text }: Said): object {
  const content = [{ type: role === 'user' ? 'input_text' : 'output_text', text }]
  return { type: 'conversation.item.create', item: { type: 'message', role, content } }
}

/** Returns the item that tells a new session what the earlier one was about. */
export function summaryItem(summary: string): object {
  const text = `This conversation continues an earlier one. Summary of what was said:\n${summary}`
  const content = [{ type: 'input_text', text }]
  return { type: 'conversation.item.create', item: { type: 'message', role: 'system', content } }
}

/** Returns the request for a written summary, which is neither spoken nor kept by the service. */
export function summaryRequest(): object {
  return {
    type: 'response.create',
    response: {
      conversation: 'none',
      metadata: { purpose: summaryPurpose },
      output_modalities: ['text'],
      max_output_tokens: maxSummaryTokens,
      instructions:
        'Summarise this conversation for yourself, so that you can continue it. Keep names, numbers, ' +
        'decisions, wishes and open questions. Write in the language of the conversation.',
    },
  }
}

/**
 * Returns the event that makes the model forget what was not heard. The service also cuts by itself
 * over WebRTC, and refuses only to make an item longer again.
 */
export function truncation(itemId: string, heardMs: number): object {
  return {
    type: 'conversation.item.truncate',
    item_id: itemId,
    content_index: 0,
    audio_end_ms: heardMs,
  }
}

/** Characters of a text that, as JSON of any script, fits a message of 64 KB over WebRTC. */
const maxOutputLength = 10_000

/**
 * Returns the item that tells a new session of a call that the earlier one has asked for. Arguments
 * that are too long are left out: the call has them already.
 */
export function callItem({ id, name, arguments: given }: FunctionCall): object {
  const kept = given.length > maxOutputLength ? '{}' : given
  const item = { type: 'function_call', call_id: id, name, arguments: kept }
  return { type: 'conversation.item.create', item }
}

/** Returns the item with the result of a call. A long one is cut, which the model is told. */
export function outputItem(callId: string, text: string): object {
  const rest = text.length - maxOutputLength
  const note = `\n\n[${String(rest)} more characters are left out here. The user sees them in the chat.]`
  const output = rest > 0 ? text.slice(0, maxOutputLength).toWellFormed() + note : text
  return {
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: callId, output },
  }
}

/** Returns the request for an answer to what was last told. */
export function answerRequest(): object {
  return { type: 'response.create' }
}
