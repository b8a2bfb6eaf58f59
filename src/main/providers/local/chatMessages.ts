import { plainDialect } from '../openAiCompatible/dialect.ts'
import { buildBody } from '../openAiCompatible/requestBody.ts'
import type { ReplyRequest } from '../reply.ts'

/**
 * Returns the parts of a request that the model reads, in the format of OpenAI-compatible
 * endpoints.
 */
export async function chatMessages(request: ReplyRequest): Promise<{
  model: string
  messages: object[]
  tools?: object[]
}> {
  const { body } = await buildBody(request, plainDialect, new Set())
  const { model, messages, tools } = body
  return { model, messages, ...(tools && { tools }) }
}
