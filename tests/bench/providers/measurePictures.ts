import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import OpenAI from 'openai'
import { createOpenAiCompatible } from '../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import type { ReplyRequest } from '../../../src/main/providers/provider.ts'
import { createTransport } from '../../../src/main/providers/transport.ts'
import { median, type Report } from '../row.ts'

const pictures = 200
const pictureBytes = 1024 * 1024
const rounds = 5

/**
 * Measures how long a chat with 200 pictures of 1 MB holds main's thread at most while its request
 * leaves, against the vendor's package alone with the same body.
 */
export async function measurePictures(report: Report): Promise<void> {
  const bytes = randomBytes(pictureBytes)
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'text/event-stream')
      response.end(`data: ${JSON.stringify(lastChunk)}\n\ndata: [DONE]\n\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${String(port)}/v1`
  try {
    const alone: number[] = []
    const parley: number[] = []
    for (let round = -1; round < rounds; round += 1) {
      const pair = [
        await longestStall(() => askAlone(baseUrl, bytes)),
        await longestStall(() => askParley(baseUrl, bytes)),
      ] as const
      if (round < 0) continue
      alone.push(pair[0])
      parley.push(pair[1])
    }
    report({
      name: 'stall of main, 200 pictures of 1 MB',
      unit: 'ms',
      samples: parley,
      against: { name: 'package alone', value: median(alone) },
      aim: { most: 50 },
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

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

async function askParley(baseUrl: string, bytes: Buffer): Promise<void> {
  const provider = createOpenAiCompatible({
    ...{ id: 'pictures', name: 'Pictures', baseUrl, key: 'none', api: 'chat' },
    fetch: createTransport({ keepAlive: true }),
    redact: (text) => text,
  })
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
