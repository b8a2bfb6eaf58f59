import { plainDialect } from '../openAiCompatible/dialect.ts'
import { buildBody } from '../openAiCompatible/requestBody.ts'
import type { ReplyRequest } from '../provider.ts'

/** What of a request is read by the model, as the OpenAI-compatible endpoints are given it. */
export async function chatMessages(request: ReplyRequest): Promise<{
  model: string
  messages: object[]
  tools?: object[]
}> {
  const { body } = await buildBody(request, plainDialect, new Set())
  const { model, messages, tools } = body
  return { model, messages, ...(tools && { tools }) }
}
