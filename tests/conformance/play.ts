import { setImmediate as turn } from 'node:timers/promises'
import { createAnthropic } from '../../src/main/providers/anthropic/anthropic.ts'
import { createBedrock } from '../../src/main/providers/bedrock/bedrock.ts'
import { createOpenAiCompatible } from '../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import type { Provider } from '../../src/main/providers/provider.ts'
import type { ServiceOptions } from '../../src/main/providers/service.ts'
import { createTransport } from '../../src/main/providers/transport/transport.ts'
import { AppError, toWire } from '../../src/shared/errors.ts'
import type { Citation, Usage } from '../../src/shared/chat/parts.ts'
import { startFakeServer, write } from '../fakes/fakeServer.ts'
import { ask } from '../main/providers/collect.ts'
import { frame } from './framing.ts'
import type { Recording, Service } from './recordings.ts'

/** A reply as callers of the adapters receive it. */
export interface PlayedReply {
  file: string
  text: string
  reasoning: string
  toolCalls: { id: string; name: string; arguments: string }[]
  citations: Citation[]
  usage: Usage | null
  finishReason: string | null
  error: { code: string; message: string; status: number | null } | null
}

/** The lengths of the pieces in which the answer is sent. The last piece extends to the end. */
export type Cut = (length: number) => Iterable<number>

export const uncut: Cut = () => []

/** Serves a recording over HTTP in pieces, and reads it with its service's adapter. */
export async function play(recording: Recording, cut: Cut): Promise<PlayedReply> {
  const { status, contentType, bytes } = frame(recording)
  const server = await startFakeServer(async (_request, response) => {
    response.socket?.setNoDelay(true)
    response.writeHead(status, { 'content-type': contentType })
    for (const piece of pieces(bytes, cut)) {
      await write(response, piece)
      // Sends each piece separately.
      await turn()
    }
    response.end()
  })
  try {
    return await read(recording, open(recording.service, server.origin))
  } finally {
    await server.close()
  }
}

function* pieces(bytes: Uint8Array, cut: Cut): Generator<Uint8Array> {
  let start = 0
  for (const length of cut(bytes.length)) {
    if (start >= bytes.length) return
    yield bytes.subarray(start, start + length)
    start += length
  }
  if (start < bytes.length) yield bytes.subarray(start)
}

function open(service: Service, origin: string): Provider {
  const options: ServiceOptions = {
    id: service,
    name: service,
    baseUrl: origin,
    key: 'sk-fake-0123456789',
    fetch: createTransport(),
    redact: (text) => text,
    maxRetries: 0,
  }
  switch (service) {
    case 'anthropic':
      return createAnthropic(options)
    case 'bedrock-converse':
      return createBedrock({
        ...options,
        key: 'AKIDEXAMPLE:secret',
        aws: {
          region: 'us-east-1',
          credentials: 'accessKey',
          profile: 'default',
          operation: 'converse',
        },
      })
    case 'openai-responses':
      return createOpenAiCompatible({ ...options, baseUrl: `${origin}/v1`, api: 'responses' })
    case 'openai-chat':
    case 'openai-embeddings':
      return createOpenAiCompatible({ ...options, baseUrl: `${origin}/v1`, api: 'chat' })
  }
}

async function read(recording: Recording, provider: Provider): Promise<PlayedReply> {
  const reply: PlayedReply = {
    file: recording.file,
    text: '',
    reasoning: '',
    toolCalls: [],
    citations: [],
    usage: null,
    finishReason: null,
    error: null,
  }
  try {
    if (recording.service === 'openai-embeddings') await readEmbeddings(recording, provider, reply)
    else await readReply(provider, reply)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, details } = toWire(error)
    reply.error = { code, message: details?.answer ?? message, status: details?.status ?? null }
  }
  return reply
}

async function readReply(provider: Provider, reply: PlayedReply): Promise<void> {
  for await (const event of provider.reply(ask('Hello'), new AbortController().signal)) {
    if (event.type === 'text') reply.text += event.text
    else if (event.type === 'reasoning') reply.reasoning += event.text
    else if (event.type === 'textWasReasoning') {
      reply.reasoning += reply.text.trimEnd()
      reply.text = ''
    } else if (event.type === 'toolCall') addCall(reply.toolCalls, event)
    else if (event.type === 'citation') reply.citations.push(event.citation)
    else if (event.type === 'usage') reply.usage = event.usage
    else if (event.type === 'finish') reply.finishReason = event.reason
  }
}

type Call = PlayedReply['toolCalls'][number]

/** Adds a piece to the call with its id. */
function addCall(calls: Call[], piece: Call): void {
  const call = calls.find(({ id }) => id === piece.id)
  if (call) call.arguments += piece.arguments
  else calls.push({ id: piece.id, name: piece.name, arguments: piece.arguments })
}

async function readEmbeddings(
  { answer }: Recording,
  provider: Provider,
  reply: PlayedReply,
): Promise<void> {
  if (!provider.embed) throw new Error('The adapter makes no embeddings')
  const body = answer.kind === 'whole' ? (JSON.parse(answer.body) as { data?: unknown[] }) : {}
  const texts = Array.from(
    { length: body.data?.length ?? 1 },
    (_, index) => `Text ${String(index)}`,
  )
  const { usage } = await provider.embed('embedding', texts, new AbortController().signal)
  reply.usage = usage
  reply.finishReason = 'stop'
}
