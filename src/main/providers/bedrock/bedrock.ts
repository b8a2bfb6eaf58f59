import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Model, ModelTask } from '../../../shared/models.ts'
import type { Aws } from '../../../shared/providers.ts'
import { fromErrorEvent } from '../anthropic/failures.ts'
import { isLocalAddress } from '../configs/baseUrl.ts'
import { askPatiently, withPatience, type RetryBudget } from '../transport/patience.ts'
import type {
  Embeddings,
  EmbeddingPurpose,
  ImageAnswer,
  ImageRequest,
  Provider,
} from '../provider.ts'
import type { ReplyEvent, ReplyRequest } from '../reply.ts'
import { fromErrorObject, requestIdOf } from '../errors/providerErrors.ts'
import { defaultLimits } from '../service.ts'
import type { ServiceOptions } from '../service.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import { openClient } from './client.ts'
import type { Client } from './client.ts'
import { createConverseAnswer } from './converseAnswer.ts'
import type { AwsFiles } from './credentialsOf.ts'
import { embedByBedrock, invokeModel } from './embed.ts'
import { endpointsOf } from './endpoint.ts'
import { toFailure } from './failures.ts'
import type { FailureContext } from './failures.ts'
import {
  parseFoundation,
  parseFoundations,
  parseProfile,
  parseProfiles,
  toModels,
  toTypedModel,
} from './listModels.ts'
import { withoutArea } from '../modelTables/modelTable.ts'
import { createMessagesAnswer } from './messagesAnswer.ts'
import { speaksMessages } from './messagesBody.ts'
import { invoke } from './invoke.ts'
import { readReply } from './readReply.ts'
import { backoff } from './retries.ts'
import { createRetryQuotas, isThrottled, type RetryQuotas } from './retryQuota.ts'
import { createSender } from './sender.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import { shortAnswer } from '../transport/answerLimits.ts'
import { takesFile } from './fileBlock.ts'

export interface BedrockOptions extends ServiceOptions {
  aws: Aws
  /** The model ids offered if the key may not list the region's models. */
  fallbackModels?: readonly string[]
  /** The paths of the AWS files; the AWS defaults if missing. */
  awsFiles?: AwsFiles
  /** Shared by all clients in main; by default this one has its own. */
  retryQuotas?: RetryQuotas | undefined
}

const maxPages = 20

const countSchema = z.object({ inputTokens: z.number().int().nonnegative() })

/** Creates a client of Amazon Bedrock in one region, or of a compatible service. */
export function createBedrock(options: BedrockOptions): Provider {
  const { id, aws } = options
  const endpoints = endpointsOf(options.baseUrl, aws.region)
  const quota = (options.retryQuotas ?? createRetryQuotas()).at(endpoints.runtime)
  const context: FailureContext = {
    provider: options.name,
    address: endpoints.runtime,
    local: isLocalAddress(endpoints.runtime),
    redact: options.redact,
    ...(aws.credentials === 'profile' && { profile: aws.profile }),
  }
  const sender = createSender({ operation: aws.operation, open, context })
  let opened: Promise<Client> | undefined

  function open(): Promise<Client> {
    opened ??= openClient({
      aws,
      key: options.key,
      files: options.awsFiles,
      endpoints,
      headers: options.headers ?? {},
      query: options.query ?? {},
      fetch: options.fetch,
      lastKey: options.lastKey ?? true,
      quota,
      maxRetries: options.maxRetries ?? defaultLimits.maxRetries,
      timeoutMilliseconds: options.timeoutMilliseconds ?? defaultLimits.timeoutMilliseconds,
    })
    return opened
  }

  async function fail(error: unknown, of: FailureContext, signal: AbortSignal): Promise<never> {
    throwIfAborted(signal)
    if (error instanceof AppError) throw toFailure(error, of, () => undefined)
    const { answerTo } = await open()
    throw toFailure(error, of, answerTo)
  }

  async function* replyOnce(
    request: ReplyRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyEvent> {
    const ofModel = { ...context, model: request.modelId }
    try {
      throwIfAborted(signal)
      const { response, warnings } = await sender.send(request, signal)
      for (const warning of warnings) yield { type: 'warning', warning }
      const idleMilliseconds = options.idleMilliseconds ?? defaultLimits.idleMilliseconds
      const answer = answerTo(request, response, ofModel)
      yield* readReply(response, { context: ofModel, answer, idleMilliseconds, signal })
    } catch (error) {
      await fail(error, ofModel, signal)
    }
  }

  function answerTo({ modelId }: ReplyRequest, { headers }: Response, ofModel: FailureContext) {
    if (aws.operation === 'converse' || !speaksMessages(modelId)) return createConverseAnswer()
    const toError = (error: unknown) => fromErrorEvent(error, headers, ofModel)
    return createMessagesAnswer(requestIdOf(headers), toError)
  }

  async function countTokens(request: ReplyRequest, signal: AbortSignal): Promise<number> {
    const ofModel = { ...context, model: request.modelId }
    try {
      throwIfAborted(signal)
      const count = countSchema.safeParse(
        await readJson(await sender.count(request, signal), { ...shortAnswer, signal }),
      )
      if (count.success) return count.data.inputTokens
      throw new AppError('malformedAnswer', 'The count of tokens has an unknown shape')
    } catch (error) {
      return fail(error, ofModel, signal).catch((failure: unknown) => {
        throw toCountFailure(failure)
      })
    }
  }

  async function models(
    signal: AbortSignal,
    tasks: readonly ModelTask[] = ['chat'],
  ): Promise<Model[]> {
    try {
      throwIfAborted(signal)
      const client = await open()
      const { ListFoundationModelsCommand: List } = await import('@aws-sdk/client-bedrock')
      // All of them: otherwise the models behind some profiles would be unknown.
      const foundations = await client.control(
        (control, sending) => control.send(new List({}), sending),
        signal,
      )
      const listed = parseFoundations(await readJson(foundations, { ...shortAnswer, signal }))
      return toModels(listed, await listProfiles(client, signal), id, tasks)
    } catch (error) {
      return fail(error, context, signal).catch((failure: unknown) => fallBack(failure, tasks))
    }
  }

  async function findModel(modelId: string, signal: AbortSignal): Promise<Model> {
    const ofModel = { ...context, model: modelId }
    try {
      throwIfAborted(signal)
      const profile = isProfile(modelId) ? await findProfile(modelId, signal) : undefined
      const { GetFoundationModelCommand: Get } = await import('@aws-sdk/client-bedrock')
      const input = { modelIdentifier: profile?.baseId ?? modelId }
      const response = await (
        await open()
      ).control((control, sending) => control.send(new Get(input), sending), signal)
      const base = parseFoundation(await readJson(response, { ...shortAnswer, signal }))
      return toTypedModel(modelId, profile?.name, base, id)
    } catch (error) {
      return fail(error, ofModel, signal).catch((failure: unknown) => {
        throw asMissingModel(failure)
      })
    }
  }

  async function findProfile(modelId: string, signal: AbortSignal) {
    const { GetInferenceProfileCommand: Get } = await import('@aws-sdk/client-bedrock')
    const input = { inferenceProfileIdentifier: modelId }
    const response = await (
      await open()
    ).control((control, sending) => control.send(new Get(input), sending), signal)
    return parseProfile(await readJson(response, { ...shortAnswer, signal }))
  }

  async function listProfiles(client: Client, signal: AbortSignal) {
    const { ListInferenceProfilesCommand: List } = await import('@aws-sdk/client-bedrock')
    const profiles = []
    let after: string | undefined
    try {
      for (let pages = 0; pages < maxPages; pages += 1) {
        const input = { maxResults: 1000, ...(after !== undefined && { nextToken: after }) }
        const response = await client.control(
          (control, sending) => control.send(new List(input), sending),
          signal,
        )
        const page = parseProfiles(await readJson(response, { ...shortAnswer, signal }))
        profiles.push(...page.profiles)
        if (page.next === null || page.next === after) break
        after = page.next
      }
    } catch (error) {
      await fail(error, context, signal).catch(ifNotAllowed)
    }
    return profiles
  }

  /** Returns the fallback models, which chat, for a key that may call models but not list them. */
  function fallBack(failure: unknown, tasks: readonly ModelTask[]): Model[] {
    const { fallbackModels = [] } = options
    if (fallbackModels.length === 0 || !tasks.includes('chat')) throw failure
    ifNotAllowed(failure)
    return fallbackModels.map((modelId) => ({
      providerId: id,
      modelId,
      name: modelId,
      local: false,
    }))
  }

  // The client corrects its clock from the answer that refused its time, so a retry can succeed.
  const alsoPassing = ['timeout', 'clockWrong'] as const
  const budget: RetryBudget = {
    take: (failure) => quota.take(isThrottled(failure)),
    giveBack: quota.giveBack,
  }
  const patience = { ...options, alsoPassing, backoff, budget }

  async function embed(
    modelId: string,
    texts: readonly string[],
    signal: AbortSignal,
    purpose: EmbeddingPurpose = 'passage',
  ): Promise<Embeddings> {
    const ofModel = { ...context, model: modelId }
    const ask = async (body: object) => {
      try {
        throwIfAborted(signal)
        return await invokeModel(await open(), modelId, body, signal)
      } catch (error) {
        return fail(error, ofModel, signal)
      }
    }
    return embedByBedrock(modelId, texts, purpose, (body) =>
      askPatiently(() => ask(body), signal, patience),
    )
  }

  async function requestImages(request: ImageRequest, signal: AbortSignal): Promise<ImageAnswer> {
    const { modelId, body } = request
    const ofModel = { ...context, model: modelId }
    try {
      throwIfAborted(signal)
      // Not retried, because each request may be billed.
      const response = await invoke(await open(), modelId, body, signal)
      return {
        response,
        failureOf: (error) => fromErrorObject(error, response.headers, ofModel),
      }
    } catch (error) {
      return fail(error, ofModel, signal)
    }
  }

  return {
    models,
    findModel,
    embed,
    requestImages,
    reply: withPatience(replyOnce, patience),
    countTokens,
    takesFile: (file, { model }) =>
      Promise.resolve(takesFile(file, model, { images: true, documents: true })),
    takenParameters: (request) => Promise.resolve(sender.rulesOf(request)),
  }
}

/** Tells whether an id names an inference profile: it begins with an area, or is an ARN of one. */
function isProfile(modelId: string): boolean {
  return withoutArea(modelId) !== modelId || modelId.includes('inference-profile/')
}

/** Converts the refusal of an id that has not the form of one; an unknown one is a 404. */
function asMissingModel(failure: unknown): unknown {
  if (!(failure instanceof AppError) || failure.details.status !== 400) return failure
  return new AppError('modelNotFound', failure.message, failure.details, failure)
}

function ifNotAllowed(failure: unknown): void {
  if (!(failure instanceof AppError) || failure.code !== 'permissionDenied') throw failure
}

/** Returns notSupported for the various refusals of models that count no tokens. */
function toCountFailure(failure: unknown): unknown {
  if (!(failure instanceof AppError)) return failure
  const { status } = failure.details
  if (status !== 400 && status !== 403 && status !== 404) return failure
  if (failure.code === 'contextTooLong' || failure.code === 'keyRefused') return failure
  return new AppError('notSupported', 'The model counts no tokens', failure.details, failure)
}
