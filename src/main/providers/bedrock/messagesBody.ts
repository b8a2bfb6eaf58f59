import { buildBody } from '../anthropic/requestBody.ts'
import type { Body, BuildOptions } from '../anthropic/requestBody.ts'
import type { Warning } from '../../../shared/parts.ts'
import type { ReplyRequest } from '../provider.ts'

/**
 * Whether InvokeModel takes the Messages API's body for a model: an id, with or without the region
 * of an inference profile before it, or the ARN of one.
 */
export function speaksMessages(modelId: string): boolean {
  return /(?:^|[./])anthropic\./.test(modelId)
}

/** As InvokeModel has it: the version in the body, the model's id outside. */
export interface MessagesBody {
  body: Uint8Array
  fields: Body
  warnings: Warning[]
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html */
export async function buildMessagesBody(
  request: ReplyRequest,
  options: Omit<BuildOptions, 'upload'>,
): Promise<MessagesBody> {
  // Bedrock keeps no files.
  const built = await buildBody(request, { ...options, upload: () => Promise.resolve(null) })
  const { model: _model, ...fields } = built.body
  const json = JSON.stringify({ anthropic_version: 'bedrock-2023-05-31', ...fields })
  return { body: new TextEncoder().encode(json), fields: built.body, warnings: built.warnings }
}
