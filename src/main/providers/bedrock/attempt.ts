import type {
  ConverseStreamCommandInput,
  CountTokensCommandInput,
} from '@aws-sdk/client-bedrock-runtime'
import type { Warning } from '../../../shared/chat/parts.ts'
import { concede } from '../anthropic/concession.ts'
import type { Concession } from '../anthropic/concession.ts'
import {
  adaptDialect as adaptMessages,
  refusesReasoning as refusesMessagesReasoning,
} from '../anthropic/dialect.ts'
import { jsonBody, withTextsAside } from '../transport/largeBody.ts'
import type { ReplyRequest } from '../reply.ts'
import type { Client } from './client.ts'
import { buildConverseInput } from './converseInput.ts'
import { adaptDialect, hasReasoning, refusesReasoning } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { invokeInput } from './invoke.ts'
import { buildMessagesBody } from './messagesBody.ts'
import type { MessagesBody } from './messagesBody.ts'

/** One attempt at a request. */
export interface Attempt {
  warnings: Warning[]
  send: (client: Client, signal: AbortSignal) => Promise<Response>
  count: (client: Client, signal: AbortSignal) => Promise<Response>
  /** Returns the changes for another attempt after a refusal; null if nothing can be changed. */
  mend: (answer: string) => { dialect?: Dialect; concession?: Concession } | null
}

type Sdk = typeof import('@aws-sdk/client-bedrock-runtime')

/** Sends a request through Converse, which every model supports. */
export async function attemptConverse(
  sdk: Sdk,
  request: ReplyRequest,
  dialect: Dialect,
  concession: Concession,
): Promise<Attempt> {
  const { input, warnings } = await buildConverseInput(request, { ...concession, dialect })
  return {
    warnings,
    send: ({ runtime }, signal) =>
      withTextsAside(input, (light) =>
        dialect.streaming
          ? runtime(
              (client, options) => client.send(new sdk.ConverseStreamCommand(light), options),
              signal,
              request,
            )
          : runtime(
              (client, options) => client.send(new sdk.ConverseCommand(light), options),
              signal,
              request,
            ),
      ),
    count: (client, signal) =>
      countTokens(
        sdk,
        { modelId: request.modelId, input: { converse: countedOf(input) } },
        client,
        signal,
      ),
    mend(answer) {
      const sent = {
        outputTokensMaximum: input.inferenceConfig?.maxTokens ?? 0,
        reasoningRefused: hasReasoning(input) && refusesReasoning(answer),
        // Each family of models has its own field for thinking.
        thinking: true,
      }
      const conceded = concede(concession, sent, answer)
      if (conceded) return { concession: conceded }
      const adapted = adaptDialect(dialect, input, answer)
      return adapted ? { dialect: adapted } : null
    },
  }
}

function countTokens(
  sdk: Sdk,
  command: CountTokensCommandInput,
  { runtime }: Client,
  signal: AbortSignal,
): Promise<Response> {
  return withTextsAside(command, (light) =>
    runtime((client, options) => client.send(new sdk.CountTokensCommand(light), options), signal),
  )
}

function countedOf({
  messages,
  system,
  toolConfig,
  additionalModelRequestFields: fields,
}: ConverseStreamCommandInput) {
  return {
    ...(messages && { messages }),
    ...(system && { system }),
    ...(toolConfig && { toolConfig }),
    ...(fields !== undefined && { additionalModelRequestFields: fields }),
  }
}

/** Sends a request through InvokeModel, with a Messages API body. */
export async function attemptMessages(
  sdk: Sdk,
  request: ReplyRequest,
  dialect: Dialect,
  concession: Concession,
): Promise<Attempt> {
  const { modelId } = request
  const built = await buildMessagesBody(request, { ...concession, dialect: dialect.thinking })
  const { json, warnings } = built
  const { InvokeModelWithResponseStreamCommand: Streaming } = sdk
  return {
    warnings,
    send: ({ runtime }, signal) =>
      withTextsAside(json, (light) => {
        const input = invokeInput(modelId, light)
        return dialect.streaming
          ? runtime(
              (client, options) => client.send(new Streaming(input), options),
              signal,
              request,
            )
          : runtime(
              (client, options) => client.send(new sdk.InvokeModelCommand(input), options),
              signal,
              request,
            )
      }),
    async count(client, signal) {
      // The body becomes base64 within another one.
      const body = await new Response(await jsonBody(json)).bytes()
      return countTokens(sdk, { modelId, input: { invokeModel: { body } } }, client, signal)
    },
    mend: (answer) => mendMessages(built, dialect, concession, answer),
  }
}

function mendMessages(
  { fields }: MessagesBody,
  dialect: Dialect,
  concession: Concession,
  answer: string,
): ReturnType<Attempt['mend']> {
  const sent = {
    outputTokensMaximum: fields.max_tokens,
    reasoningRefused: refusesMessagesReasoning(answer),
    thinking: fields.thinking !== undefined,
  }
  const conceded = concede(concession, sent, answer)
  if (conceded) return { concession: conceded }
  const thinking = adaptMessages(dialect.thinking, fields, answer)
  if (thinking) return { dialect: { ...dialect, thinking } }
  if (dialect.streaming && /unsupported.*stream|stream.*not supported/i.test(answer)) {
    return { dialect: { ...dialect, streaming: false } }
  }
  return null
}
