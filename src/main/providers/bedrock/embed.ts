import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { maxWholeAnswerBytes } from '../transport/answerLimits.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import type { Embeddings, EmbeddingPurpose } from '../provider.ts'
import { defaultLimits } from '../service.ts'
import type { Client } from './client.ts'
import { invoke } from './invoke.ts'

/** Cohere takes up to 96 texts, in its third version of up to 2,048 characters each. */
const maxCohereTexts = 96
const maxCohereLength = 2048
/** Titan takes one text a request, so that several are on their way. */
const maxTitanRequests = 8

const vectorSchema = z.array(z.number())
const titanSchema = z.object({
  embedding: vectorSchema,
  inputTextTokenCount: z.number().int().nonnegative().nullish().catch(null),
})
const cohereSchema = z.object({
  embeddings: z.union([
    z.array(vectorSchema),
    z.object({ float: z.array(vectorSchema) }).transform(({ float }) => float),
  ]),
})

/** Sends one request to a model, which is not retried here. */
export type Invoke = (body: object) => Promise<{ json: unknown; tokens: number }>

/** Tells whether Parley knows how a model takes texts and gives vectors. */
export function isEmbedder(modelId: string): boolean {
  return isCohere(modelId) || /(?:^|[./])amazon\.titan-embed-(?:text|g1-text)/.test(modelId)
}

/**
 * Returns the vectors of texts, in the same order. Errors: notSupported, contextTooLong,
 * malformedAnswer.
 */
export async function embedByBedrock(
  modelId: string,
  texts: readonly string[],
  purpose: EmbeddingPurpose,
  invoke: Invoke,
): Promise<Embeddings> {
  if (isCohere(modelId)) return embedByCohere(modelId, texts, purpose, invoke)
  if (isEmbedder(modelId)) return embedByTitan(texts, invoke)
  throw new AppError('notSupported', 'Parley can not embed with it', { model: modelId })
}

function isCohere(modelId: string): boolean {
  return /(?:^|[./])cohere\.embed-/.test(modelId)
}

async function embedByCohere(
  modelId: string,
  texts: readonly string[],
  purpose: EmbeddingPurpose,
  invoke: Invoke,
): Promise<Embeddings> {
  const maxLength = /embed-(?:english|multilingual)-v3/.test(modelId) ? maxCohereLength : Infinity
  const input_type = purpose === 'question' ? 'search_query' : 'search_document'
  const vectors: number[][] = []
  let inputTokens = 0
  for (let start = 0; start < texts.length; start += maxCohereTexts) {
    const sent = texts.slice(start, start + maxCohereTexts)
    if (sent.some(({ length }) => length > maxLength)) {
      throw new AppError('contextTooLong', 'A text is longer than the model reads', {
        model: modelId,
      })
    }
    const { json, tokens } = await invoke({
      ...{ input_type, truncate: 'NONE', embedding_types: ['float'] },
      texts: sent.map((text) => text.toWellFormed()),
    })
    vectors.push(...parsed(cohereSchema, json).embeddings)
    inputTokens += tokens
  }
  return { vectors, usage: { inputTokens, outputTokens: 0 } }
}

async function embedByTitan(texts: readonly string[], invoke: Invoke): Promise<Embeddings> {
  const vectors: number[][] = []
  let inputTokens = 0
  for (let start = 0; start < texts.length; start += maxTitanRequests) {
    const answers = await Promise.all(
      texts.slice(start, start + maxTitanRequests).map(async (inputText) => {
        const { json, tokens } = await invoke({ inputText })
        const { embedding, inputTextTokenCount } = parsed(titanSchema, json)
        return { embedding, tokens: inputTextTokenCount ?? tokens }
      }),
    )
    for (const { embedding, tokens } of answers) {
      vectors.push(embedding)
      inputTokens += tokens
    }
  }
  return { vectors, usage: { inputTokens, outputTokens: 0 } }
}

function parsed<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const { data } = schema.safeParse(json)
  if (data !== undefined) return data
  throw new AppError('malformedAnswer', 'The embeddings have an unknown shape')
}

/** Sends a body to a model of the service. */
export async function invokeModel(
  client: Client,
  modelId: string,
  body: object,
  signal: AbortSignal,
): ReturnType<Invoke> {
  const response = await invoke(client, modelId, body, signal)
  const tokens = Number(response.headers.get('x-amzn-bedrock-input-token-count') ?? 0)
  const { idleMilliseconds } = defaultLimits
  const json = await readJson(response, {
    ...{ signal, idleMilliseconds },
    bytesMaximum: maxWholeAnswerBytes,
  })
  return { json, tokens: Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0 }
}
