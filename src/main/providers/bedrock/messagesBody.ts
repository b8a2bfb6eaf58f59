import { buildBody } from '../anthropic/requestBody.ts'
import type { Body, BuildOptions } from '../anthropic/requestBody.ts'
import type { Warning } from '../../../shared/chat/parts.ts'
import type { ReplyRequest } from '../reply.ts'

/**
 * Returns true if InvokeModel accepts a Messages API body for the model. The id may have a region
 * prefix of an inference profile, or be an ARN.
 */
export function speaksMessages(modelId: string): boolean {
  return /(?:^|[./])anthropic\./.test(modelId)
}

/** A request body for InvokeModel: it contains the API version but not the model id. */
export interface MessagesBody {
  json: object
  fields: Body
  warnings: Warning[]
}

/**
 * Builds the body.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export async function buildMessagesBody(
  request: ReplyRequest,
  options: Omit<BuildOptions, 'upload'>,
): Promise<MessagesBody> {
  // Bedrock stores no files.
  const built = await buildBody(request, { ...options, upload: () => Promise.resolve(null) })
  const { model: _model, ...fields } = built.body
  const json = { anthropic_version: 'bedrock-2023-05-31', ...fields }
  return { json, fields: built.body, warnings: built.warnings }
}
