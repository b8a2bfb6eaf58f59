import type { CompletionRequest, ReplyRequest } from '../reply.ts'

/** Returns a reply's request with the same text, for estimates of its length in tokens. */
export function asReplyRequest(request: CompletionRequest): ReplyRequest {
  const { modelId, text, suffix, sampling } = request
  const parts = [{ type: 'text', text: text + (suffix ?? '') }] as const
  return {
    modelId,
    turns: [{ role: 'user', parts }],
    outputTokensMaximum: sampling.maxTokens,
  }
}
