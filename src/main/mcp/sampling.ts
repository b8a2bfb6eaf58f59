import { randomUUID } from 'node:crypto'
import type { RequestTypeMap, ResultTypeMap } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors.ts'
import type { SampleCost, SampleMessage } from '../../shared/plugins/mcp.ts'
import type { Questions } from './questions.ts'

export type SamplingParams = RequestTypeMap['sampling/createMessage']['params']
export type SamplingResult = ResultTypeMap['sampling/createMessage']

/** Request of a server to a model, with texts only. */
export interface SampleRequest {
  system: string | null
  messages: readonly SampleMessage[]
  outputTokensMaximum: number
}

export interface Sample extends SampleCost {
  text: string
}

/** The model that answers servers: the one that the user has used last. */
export interface Sampler {
  /** Returns the model's name. Errors: modelMissing if no model was used yet. */
  model: () => Promise<string>
  /** Asks it once. Errors: those of the provider. */
  answer: (request: SampleRequest, signal: AbortSignal) => Promise<Sample>
}

const maxTextLength = 200_000
const outputTokensMaximum = 8192

/**
 * Answers a server that wants a model to write something. The user sees what is asked before it is
 * asked, and what was answered before the server gets it. Errors: pluginRefused.
 */
export async function answerSampling(
  plugin: { id: string },
  params: SamplingParams,
  { questions, sampler }: { questions: Pick<Questions, 'confirm'>; sampler: Sampler },
  signal: AbortSignal,
): Promise<SamplingResult> {
  const request = readRequest(params)
  const base = { pluginId: plugin.id, message: '' }
  const model = await sampler.model()
  const confirm = async (question: Parameters<Questions['confirm']>[0]): Promise<void> => {
    if (await questions.confirm(question, signal)) return
    throw new AppError('pluginRefused', 'The user did not allow it', { subject: plugin.id })
  }
  const { system, messages } = request
  const asked = { ...base, kind: 'sampling' as const, model, system, messages: [...messages] }
  await confirm({ ...asked, questionId: randomUUID() })
  const sample = await sampler.answer(request, signal)
  const answered = { ...base, kind: 'sample' as const, model, ...sample }
  await confirm({ ...answered, questionId: randomUUID() })
  return { model, role: 'assistant', content: { type: 'text', text: sample.text } }
}

/** Returns what is asked. Errors: pluginRefused for more than texts. */
function readRequest(params: SamplingParams): SampleRequest {
  if (params.tools && params.tools.length > 0) throw refused('Tools')
  const messages = params.messages.flatMap(({ role, content }) =>
    [content].flat().map((block) => {
      if (block.type !== 'text') throw refused(block.type)
      return { role, text: block.text }
    }),
  )
  const system = params.systemPrompt ?? null
  const length = messages.reduce((sum, { text }) => sum + text.length, system?.length ?? 0)
  if (length > maxTextLength || messages.at(-1)?.role !== 'user')
    throw refused('Its length or order')
  const wanted = Math.min(outputTokensMaximum, Math.max(1, Math.floor(params.maxTokens)))
  return { system, messages, outputTokensMaximum: wanted }
}

function refused(what: string): AppError {
  return new AppError('pluginRefused', `${what} in a request of a server is not taken`)
}
