import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { frameAnswer, frameEvent } from './awsEventStream.ts'
import { checkSignature } from './awsSignature.ts'
import type { AwsKey, Refusal } from './awsSignature.ts'
import { converseSchema, refusalOf } from './converseRules.ts'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'

export type Behaviour =
  | {
      kind: 'answer'
      text: string
      millisecondsPerEvent?: number
      ending?: 'end' | 'cut' | 'reset'
    }
  /** A stream's bytes in these pieces. */
  | { kind: 'bytes'; pieces: Iterable<Uint8Array>; ending?: 'end' | 'hang' | 'reset' }
  | { kind: 'json'; status: number; body: unknown }
  | ({ kind: 'exception'; headers?: Record<string, string> } & Refusal)
  | { kind: 'page'; status: number; body: string }
  | { kind: 'hang' }

export interface FakeBedrockOptions {
  key?: AwsKey
  /** The required bearer token. Requests with it carry no signature. */
  bearer?: string
  region?: string
  port?: number
}

export interface FakeBedrock extends FakeServer {
  key: AwsKey
  behave: (next: Behaviour | ((request: SeenRequest, count: number) => Behaviour)) => void
  /** Sets the control plane's lists, or an exception instead. */
  list: (lists: { foundations: unknown; profiles: unknown } | Refusal) => void
  /** Sets how far the fake's clock is ahead. */
  setClock: (milliseconds: number) => void
  /** Returns the requests to models. */
  asked: () => SeenRequest[]
}

export const fakeAwsKey: AwsKey = {
  accessKeyId: 'AKIAFAKEPARLEY',
  secretAccessKey: 'fake/Secret+Key0123456789',
}

const requestId = '5f3b6a5e-fake-4b1c-9a54-000000000001'

/** Starts Bedrock on loopback. It checks signatures and requests, and answers in AWS's framing. */
export async function startFakeBedrock(options: FakeBedrockOptions = {}): Promise<FakeBedrock> {
  const { key = fakeAwsKey, region = 'eu-central-1' } = options
  let behaviour: Parameters<FakeBedrock['behave']>[0] = { kind: 'answer', text: 'Hello.' }
  let lists: Parameters<FakeBedrock['list']>[0] = { foundations: [], profiles: [] }
  let clock = 0
  const asked: SeenRequest[] = []

  async function route(request: SeenRequest, response: ServerResponse): Promise<void> {
    response.setHeader('date', new Date(Date.now() + clock).toUTCString())
    response.setHeader('x-amzn-requestid', requestId)
    const refusal = checkIdentity(request)
    if (refusal) return sendException(response, refusal)
    if (request.method === 'GET') return sendList(request, response)
    asked.push(request)
    const isConverse = /\/converse(?:-stream)?$/.test(request.path)
    const wrong = isConverse ? refusalOf(request.body) : undefined
    if (wrong !== undefined) {
      return sendException(response, { status: 400, type: 'ValidationException', message: wrong })
    }
    await answer(
      typeof behaviour === 'function' ? behaviour(request, asked.length) : behaviour,
      response,
    )
  }

  function checkIdentity(request: SeenRequest): Refusal | undefined {
    if (options.bearer === undefined) {
      return checkSignature(request, { key, region, now: Date.now() + clock })
    }
    if (request.headers.authorization === `Bearer ${options.bearer}`) return undefined
    const message = 'Authentication failed: Please make sure your API Key is valid.'
    return { status: 403, type: 'AccessDeniedException', message }
  }

  function sendList({ path }: SeenRequest, response: ServerResponse): void {
    if ('status' in lists) return sendException(response, lists)
    if (path.endsWith('/foundation-models')) {
      return sendJson(response, 200, { modelSummaries: lists.foundations })
    }
    const [, kind, id = ''] = /\/(foundation-models|inference-profiles)\/([^/]+)$/.exec(path) ?? []
    if (kind !== undefined) return sendOne(kind, decodeURIComponent(id), lists, response)
    sendJson(response, 200, { inferenceProfileSummaries: lists.profiles })
  }

  const server = await startFakeServer(route, options.port)
  return {
    ...server,
    key,
    behave: (next) => void (behaviour = next),
    list: (next) => void (lists = next),
    setClock: (milliseconds) => void (clock = milliseconds),
    asked: () => asked,
  }
}

/** Sends one foundation model or profile of the lists. */
function sendOne(
  kind: string,
  id: string,
  { foundations, profiles }: { foundations: unknown; profiles: unknown },
  response: ServerResponse,
): void {
  const isProfile = kind === 'inference-profiles'
  const [list, field] = isProfile ? [profiles, 'inferenceProfileId'] : [foundations, 'modelId']
  const found = (list as Record<string, unknown>[]).find((one) => one[field] === id)
  const message = 'Could not resolve the model.'
  if (!found)
    return sendException(response, { status: 404, type: 'ResourceNotFoundException', message })
  sendJson(response, 200, isProfile ? found : { modelDetails: found })
}

async function answer(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  switch (behaviour.kind) {
    case 'hang':
      return
    case 'exception':
      return sendException(response, behaviour)
    case 'json':
      return sendJson(response, behaviour.status, behaviour.body)
    case 'page':
      response.writeHead(behaviour.status, { 'content-type': 'text/html' }).end(behaviour.body)
      return
    case 'bytes':
      return sendStream(response, behaviour.pieces, behaviour.ending)
    case 'answer':
      return sendAnswer(response, behaviour)
  }
}

function sendAnswer(
  response: ServerResponse,
  { text, ending = 'end', millisecondsPerEvent = 0 }: Extract<Behaviour, { kind: 'answer' }>,
): Promise<void> {
  const frames = frameAnswer(text)
  const sent = ending === 'end' ? frames : frames.slice(0, Math.ceil(frames.length / 2))
  return sendStream(response, sent, ending === 'reset' ? 'reset' : 'end', millisecondsPerEvent)
}

async function sendStream(
  response: ServerResponse,
  pieces: Iterable<Uint8Array>,
  ending: 'end' | 'hang' | 'reset' = 'end',
  millisecondsPerEvent = 0,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
  for (const piece of pieces) {
    if (response.destroyed) return
    await write(response, piece)
    if (millisecondsPerEvent > 0) await wait(millisecondsPerEvent)
  }
  if (ending === 'end') response.end()
  if (ending === 'reset') response.socket?.resetAndDestroy()
}

function sendException(
  response: ServerResponse,
  { status, type, message, headers }: Refusal & { headers?: Record<string, string> },
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
    ...headers,
  })
  response.end(JSON.stringify({ message }))
}

/** Returns the user's last text in a Converse request. */
export function lastSaid({ body }: SeenRequest): string {
  const { messages } = converseSchema.parse(body)
  const texts = messages.at(-1)?.content.flatMap((part) => ('text' in part ? part.text : []))
  return (texts ?? []).join('')
}

/** Returns part of an answer, followed by an exception in the stream. */
export function brokenBy(type: string, message: string): Uint8Array[] {
  return [...frameAnswer('Half').slice(0, 2), frameEvent(type, { message }, 'exception')]
}
