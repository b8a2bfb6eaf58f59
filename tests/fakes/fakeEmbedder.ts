import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { startFakeServer, type FakeServer } from './fakeServer.ts'

const requestSchema = z.object({ model: z.string(), input: z.array(z.string()) })

/** Kind of the answers: with vectors, or wrong in one way. */
export type EmbedderBehaviour =
  | 'well'
  | 'otherDimensions'
  | 'mixedDimensions'
  | 'notNumbers'
  | 'zeros'
  | 'fewer'
  | 'more'
  | 'shape'
  | 'hang'
  | { status: number; retryAfterSeconds?: number; message?: string }
  /** Refuses texts that are longer, by default with a 400. */
  | { maxLength: number; refusal?: { status: number; message: string } }

export interface FakeEmbedder extends FakeServer {
  /** Sets the kind of the answers from now on. */
  behave: (behaviour: EmbedderBehaviour) => void
  /** The texts that were embedded, in order. */
  texts: () => string[]
}

export const fakeDimensions = 64

/** Starts a server of the OpenAI dialect whose vectors count words: near texts share words. */
export async function startFakeEmbedder(port = 0): Promise<FakeEmbedder> {
  let behaviour: EmbedderBehaviour = 'well'
  const embedded: string[] = []
  const server = await startFakeServer((seen, response) => {
    if (!seen.path.endsWith('/embeddings')) return void response.writeHead(404).end('{}')
    if (behaviour === 'hang') return undefined
    const { model, input } = requestSchema.parse(seen.body)
    const refusal = refusalOf(behaviour, input)
    if (refusal) return refuse(response, refusal)
    if (behaviour === 'well' || typeof behaviour === 'object') embedded.push(...input)
    const dimensions = model.endsWith('-large') ? 2 * fakeDimensions : fakeDimensions
    const vectors: unknown[] = input.map((text) => wordVector(text, dimensions))
    const data = wronged(vectors, behaviour).map((embedding, index) => ({ index, embedding }))
    const tokens = input.reduce((sum, text) => sum + text.split(/\s+/).length, 0)
    const usage = { prompt_tokens: tokens, total_tokens: tokens }
    const answer = behaviour === 'shape' ? { vectors } : { object: 'list', model, data, usage }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }, port)
  onTestFinished(() => server.close())
  return {
    ...server,
    behave: (next) => void (behaviour = next),
    texts: () => [...embedded],
  }
}

/** Returns how often each word stands in a text, by the word's hash. */
export function wordVector(text: string, dimensions = fakeDimensions): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.001)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1
  }
  return vector
}

function wronged(vectors: unknown[], behaviour: EmbedderBehaviour): unknown[] {
  switch (behaviour) {
    case 'otherDimensions':
      return vectors.map(() => [1, 2, 3])
    case 'mixedDimensions':
      return vectors.map((vector, index) => (index === 0 ? [1, 2, 3] : vector))
    case 'notNumbers':
      return vectors.map(() => Array.from({ length: fakeDimensions }, () => null))
    case 'zeros':
      return vectors.map(() => Array.from({ length: fakeDimensions }, () => 0))
    case 'fewer':
      return vectors.slice(1)
    case 'more':
      return [...vectors, vectors[0]]
    default:
      return vectors
  }
}

interface Refusal {
  status: number
  retryAfterSeconds?: number
  message?: string
}

function refusalOf(behaviour: EmbedderBehaviour, input: readonly string[]): Refusal | undefined {
  if (typeof behaviour !== 'object') return undefined
  if ('status' in behaviour) return behaviour
  const { maxLength, refusal = { status: 400, message: 'The input is too long' } } = behaviour
  return input.some((text) => text.length > maxLength) ? refusal : undefined
}

function refuse(response: ServerResponse, { status, retryAfterSeconds, message }: Refusal): void {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  const error = { message: message ?? 'Refused', type: 'test' }
  response.writeHead(status, headers).end(JSON.stringify({ error }))
}
