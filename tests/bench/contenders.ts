import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import OpenAI from 'openai'
import { createAnthropic } from '../../src/main/providers/anthropic/anthropic.ts'
import { createBedrock } from '../../src/main/providers/bedrock/bedrock.ts'
import { createOpenAiCompatible } from '../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import type { Provider } from '../../src/main/providers/provider.ts'
import { createTransport } from '../../src/main/providers/transport/transport.ts'
import { ask } from '../main/providers/collect.ts'
import type { StreamService } from './streams.ts'

/** Requests an answer, reads it to the end, and reports each piece of its text. */
export type Answer = (modelId: string, onText: (text: string) => void) => Promise<void>

export interface Contender {
  service: StreamService
  /** The vendor's package alone, as in its documentation. */
  alone: Answer
  /** Parley's adapter on top of the same package. */
  parley: Answer
}

const aws = {
  region: 'us-east-1',
  credentials: 'accessKey',
  profile: 'default',
  operation: 'converse',
} as const
const awsKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }

export function openContenders(origin: string): Contender[] {
  const optionsOf = (service: StreamService, path = '') => ({
    id: service,
    name: service,
    baseUrl: `${origin}/${service}${path}`,
    key: 'sk-fake-0123456789',
    fetch: createTransport({ keepAlive: true }),
    redact: (text: string) => text,
  })
  const clientOf = (service: StreamService) =>
    new OpenAI({ apiKey: 'none', baseURL: `${origin}/${service}/v1` })
  const chat = clientOf('openai-chat')
  const responses = clientOf('openai-responses')
  const anthropic = new Anthropic({ apiKey: 'none', baseURL: `${origin}/anthropic` })
  const bedrock = new BedrockRuntimeClient({
    region: aws.region,
    endpoint: `${origin}/bedrock-converse`,
    credentials: awsKey,
    // The fake speaks HTTP/1.1, unlike the package's default.
    requestHandler: new NodeHttpHandler(),
  })
  return [
    {
      service: 'openai-chat',
      alone: (model, onText) => askChat(chat, model, onText),
      parley: through(createOpenAiCompatible({ ...optionsOf('openai-chat', '/v1'), api: 'chat' })),
    },
    {
      service: 'openai-responses',
      alone: (model, onText) => askResponses(responses, model, onText),
      parley: through(
        createOpenAiCompatible({ ...optionsOf('openai-responses', '/v1'), api: 'responses' }),
      ),
    },
    {
      service: 'anthropic',
      alone: (model, onText) => askAnthropic(anthropic, model, onText),
      parley: through(createAnthropic(optionsOf('anthropic'))),
    },
    {
      service: 'bedrock-converse',
      alone: (model, onText) => askBedrock(bedrock, model, onText),
      parley: through(
        createBedrock({
          ...optionsOf('bedrock-converse'),
          key: `${awsKey.accessKeyId}:${awsKey.secretAccessKey}`,
          aws,
        }),
      ),
    },
  ]
}

function through(provider: Provider): Answer {
  return async (modelId, onText) => {
    for await (const event of provider.reply(ask('Hello', modelId), new AbortController().signal)) {
      if (event.type === 'text') onText(event.text)
    }
  }
}

async function askChat(client: OpenAI, model: string, onText: (text: string) => void) {
  const stream = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
  })
  for await (const chunk of stream) {
    const text = chunk.choices[0]?.delta.content
    if (text) onText(text)
  }
}

async function askResponses(client: OpenAI, model: string, onText: (text: string) => void) {
  const stream = await client.responses.create({ model, input: 'Hello', stream: true })
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') onText(event.delta)
  }
}

async function askAnthropic(client: Anthropic, model: string, onText: (text: string) => void) {
  const stream = await client.messages.create({
    model,
    max_tokens: 1000,
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
  })
  for await (const event of stream) {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      onText(event.delta.text)
    }
  }
}

async function askBedrock(
  client: BedrockRuntimeClient,
  modelId: string,
  onText: (text: string) => void,
) {
  const { stream } = await client.send(
    new ConverseStreamCommand({
      modelId,
      messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
    }),
  )
  for await (const event of stream ?? []) {
    const text = event.contentBlockDelta?.delta?.text
    if (text) onText(text)
  }
}
