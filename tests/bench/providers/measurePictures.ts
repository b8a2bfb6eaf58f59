import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { BedrockRuntimeClient, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import type { ContentBlock } from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import OpenAI from 'openai'
import { createBedrock } from '../../../src/main/providers/bedrock/bedrock.ts'
import { createOpenAiCompatible } from '../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import type { Provider } from '../../../src/main/providers/provider.ts'
import type { ReplyRequest } from '../../../src/main/providers/reply.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'
import { frameAnswer } from '../../fakes/awsEventStream.ts'
import { median, type Report } from '../row.ts'

const pictures = 200
const pictureBytes = 1024 * 1024
const rounds = 5

interface Contender {
  /** As the row names it; empty for the first, which is most services'. */
  service: string
  alone: (origin: string, bytes: Buffer) => Promise<void>
  parley: (origin: string, bytes: Buffer) => Promise<void>
}

/**
 * Measures how long a chat with 200 pictures of 1 MB holds main's thread at most while its request
 * leaves, against the vendor's package alone with the same body.
 */
export async function measurePictures(report: Report): Promise<void> {
  const bytes = randomBytes(pictureBytes)
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const isBedrock = request.url?.endsWith('/converse-stream') === true
      response.setHeader('content-type', isBedrock ? eventStream : 'text/event-stream')
      if (isBedrock) response.end(Buffer.concat(frameAnswer('Seen')))
      else response.end(`data: ${JSON.stringify(lastChunk)}\n\ndata: [DONE]\n\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    for (const contender of contenders) {
      await measureContender(contender, `http://127.0.0.1:${String(port)}`, bytes, report)
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function measureContender(
  contender: Contender,
  origin: string,
  bytes: Buffer,
  report: Report,
): Promise<void> {
  const alone: number[] = []
  const parley: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    const pair = [
      await longestStall(() => contender.alone(origin, bytes)),
      await longestStall(() => contender.parley(origin, bytes)),
    ] as const
    if (round < 0) continue
    alone.push(pair[0])
    parley.push(pair[1])
  }
  report({
    name: `stall of main, 200 pictures of 1 MB${contender.service}`,
    unit: 'ms',
    samples: parley,
    against: { name: 'package alone', value: median(alone) },
    aim: { most: 50 },
  })
}

const contenders: readonly Contender[] = [
  {
    service: '',
    alone: (origin, bytes) => askAlone(`${origin}/v1`, bytes),
    parley: (origin, bytes) =>
      askParley(
        createOpenAiCompatible({
          ...{ ...common, baseUrl: `${origin}/v1`, key: 'none', api: 'chat' },
          fetch: createTransport({ keepAlive: true }),
        }),
        bytes,
      ),
  },
  {
    service: ' to Bedrock',
    alone: askBedrockAlone,
    parley: (origin, bytes) =>
      askParley(
        createBedrock({
          ...{ ...common, baseUrl: origin },
          ...{ key: `${awsKey.accessKeyId}:${awsKey.secretAccessKey}`, aws },
          fetch: createTransport({ keepAlive: true }),
        }),
        bytes,
      ),
  },
]

const common = { id: 'pictures', name: 'Pictures', redact: (text: string) => text }
const eventStream = 'application/vnd.amazon.eventstream'
const awsKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
const aws = {
  region: 'us-east-1',
  credentials: 'accessKey',
  profile: 'default',
  operation: 'converse',
} as const

const lastChunk = {
  ...{ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta: { content: 'Seen' }, finish_reason: 'stop' }],
}

async function askAlone(baseURL: string, bytes: Buffer): Promise<void> {
  const client = new OpenAI({ apiKey: 'none', baseURL })
  const content: OpenAI.ChatCompletionContentPart[] = []
  for (let index = 0; index < pictures; index += 1) {
    const url = `data:image/png;base64,${bytes.toString('base64')}`
    content.push({ type: 'image_url', image_url: { url } })
    await setTimeout(0)
  }
  const answer = await client.chat.completions.create({
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content }],
  })
  for await (const _chunk of answer);
}

async function askBedrockAlone(endpoint: string, bytes: Buffer): Promise<void> {
  const client = new BedrockRuntimeClient({
    ...{ region: aws.region, endpoint, credentials: awsKey },
    // The fake speaks HTTP/1.1, unlike the package's default.
    requestHandler: new NodeHttpHandler(),
  })
  const content: ContentBlock[] = []
  for (let index = 0; index < pictures; index += 1) {
    content.push({ image: { format: 'png', source: { bytes } } })
  }
  const messages = [{ role: 'user' as const, content }]
  const { stream } = await client.send(new ConverseStreamCommand({ modelId: 'm', messages }))
  for await (const _event of stream ?? []);
}

async function askParley(provider: Provider, bytes: Buffer): Promise<void> {
  const file = {
    ...{ id: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png' },
    sizeBytes: pictureBytes,
  }
  const read = () => setTimeout(0, bytes)
  const parts = Array.from({ length: pictures }, () => ({ type: 'file' as const, file, read }))
  const request: ReplyRequest = { modelId: 'm', turns: [{ role: 'user', parts }] }
  for await (const _event of provider.reply(request, new AbortController().signal));
}

/** Returns the most processor time that the thread takes between two turns of a timer. */
async function longestStall(work: () => Promise<void>): Promise<number> {
  const milliseconds = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = milliseconds()
  let longest = 0
  const timer = setInterval(() => {
    const now = milliseconds()
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  await work()
  await setTimeout(5)
  clearInterval(timer)
  return longest
}
