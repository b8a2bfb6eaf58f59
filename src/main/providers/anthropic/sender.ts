import type { ReplySender, SentReply } from '../request/replySender.ts'
import type { Anthropic } from '@anthropic-ai/sdk'
import type { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import { withTextsAside } from '../transport/largeBody.ts'
import { connectionHeaders } from '../transport/transport.ts'
import type { ReplyRequest, TurnPart } from '../reply.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { mayRepeat } from '../errors/wasRefused.ts'
import { maxAttempts } from '../service.ts'
import { createToolRefusals } from '../toolSchemas/toolRefusals.ts'
import type { Sdk } from './client.ts'
import { concede } from './concession.ts'
import type { Concession as BaseConcession } from './concession.ts'
import { adaptDialect, refusesReasoning, withoutRefusedBlocks } from './dialect.ts'
import { toFailure } from './failures.ts'
import { maxInlineBytes } from './files.ts'
import type { ModelDialects } from './modelDialects.ts'
import { buildBody } from './requestBody.ts'
import type { Body, Built, BuildOptions } from './requestBody.ts'
import type { Uploads } from './uploads.ts'

export interface SenderOptions {
  open: () => Promise<{ sdk: Sdk; client: Anthropic }>
  dialects: ModelDialects
  uploads: Uploads
  context: ErrorContext
}

interface Concession extends BaseConcession {
  /** False if the service no longer knew an uploaded file. */
  fresh: boolean
}

export interface Sender extends ReplySender {
  /** Builds the body of a request that a batch carries: as any other, but not streamed. */
  buildWhole: (request: ReplyRequest) => Promise<Body>
}

/** Creates a sender that repeats a refused request without the refused option. */
export function createSender({ open, dialects, uploads, context }: SenderOptions): Sender {
  const attemptTools = createToolRefusals()

  async function attempt(
    request: ReplyRequest,
    upload: BuildOptions['upload'],
    post: (client: Anthropic, body: Body) => Promise<Response>,
  ): Promise<SentReply> {
    const { sdk, client } = await open()
    const { modelId } = request
    const tools = attemptTools(request)
    let concession: Concession = { reasoning: true, thinking: true, fresh: true }
    for (let attempts = 1; ; attempts += 1) {
      const dialect = dialects.of(modelId)
      const built = await buildBody(tools.request(), { ...concession, dialect, upload })
      try {
        const response = await withTextsAside(built.body, (body) => post(client, body))
        return { response, warnings: [...built.warnings, ...tools.accept()] }
      } catch (error) {
        const failure = toFailure(error, { ...context, model: modelId }, sdk)
        if (!mayRepeat(request, failure)) throw failure
        if (attempts < maxAttempts && tools.refuse(failure)) continue
        const conceded = attempts < maxAttempts ? adapt(modelId, built, concession, failure) : null
        if (!conceded) throw failure
        concession = conceded
      }
    }
  }

  /** Returns the options for the next attempt; null if nothing can be changed. */
  function adapt(
    modelId: string,
    { body }: Built,
    concession: Concession,
    { details: { status, answer = '' } }: AppError,
  ): Concession | null {
    if (concession.fresh && (status === 400 || status === 404) && refusesFile(body, answer)) {
      uploads.forget()
      return { ...concession, fresh: false }
    }
    if (status !== 400 && status !== 422) {
      const without = contentStatuses.has(status)
        ? withoutRefusedBlocks(dialects.of(modelId), body, answer)
        : undefined
      if (!without) return null
      dialects.learn(modelId, without)
      return concession
    }
    const sent = {
      outputTokensMaximum: body.max_tokens,
      reasoningRefused: refusesReasoning(answer) && hasReasoning(body),
      thinking: body.thinking !== undefined,
    }
    const conceded = concede(concession, sent, answer)
    if (conceded) return conceded
    const adapted = adaptDialect(dialects.of(modelId), body, answer)
    if (!adapted) return null
    dialects.learn(modelId, adapted)
    return concession
  }

  return {
    send: (request, signal) =>
      attempt(
        request,
        (input, mediaType) => uploads.idOf(input, mediaType, signal),
        (client, body) =>
          client
            .post('/v1/messages', {
              body: { ...body, stream: true },
              headers: connectionHeaders(request),
              signal,
              stream: true,
            })
            .asResponse(),
      ),
    async buildWhole(request) {
      const dialect = dialects.of(request.modelId)
      const options = { reasoning: true, thinking: true, dialect, upload: neverUpload }
      return (await buildBody(request, options)).body
    },
    async count(request, signal) {
      const small = withoutLargeFiles(request)
      const { response } = await attempt(small, neverUpload, (client, body) => {
        const { max_tokens: _maximum, ...counted } = body
        return client.post('/v1/messages/count_tokens', { body: counted, signal }).asResponse()
      })
      return response
    },
  }
}

/** Compatible services refuse a kind of content by these statuses too. */
const contentStatuses: ReadonlySet<number | undefined> = new Set([404, 415, 500, 501])

const neverUpload = () => Promise.resolve(null)

/**
 * Removes large files, so that counting while the user types does not read and send them each time.
 */
function withoutLargeFiles(request: ReplyRequest): ReplyRequest {
  const isSmall = (part: TurnPart) => part.type !== 'file' || part.file.sizeBytes <= maxInlineBytes
  const turns = request.turns.map(({ role, parts }) => ({ role, parts: parts.filter(isSmall) }))
  return { ...request, turns }
}

function blocksOf({ messages }: Body): Anthropic.ContentBlockParam[] {
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
}

function hasReasoning(body: Body): boolean {
  return blocksOf(body).some(({ type }) => type === 'thinking' || type === 'redacted_thinking')
}

/** Returns true if the server no longer knows an uploaded file. */
function refusesFile(body: Body, answer: string): boolean {
  const hasFile = blocksOf(body).some((block) => 'source' in block && isStored(block.source))
  return hasFile && /\bfile/i.test(answer)
}

function isStored(source: unknown): boolean {
  return isObject(source) && source.type === 'file'
}
