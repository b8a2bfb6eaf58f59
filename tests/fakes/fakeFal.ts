import type { ServerResponse } from 'node:http'
import {
  createFakeFalRealtime,
  type FakeFalRealtime,
  type FalRealtimeScript,
} from './fakeFalRealtime.ts'
import { toneWav } from './fakeVoices.ts'
import { falSchema } from './falPainterSchema.ts'
import { falVoiceSchema } from './falVoiceSchema.ts'
import { isFalRefusal, refuseAsFal, type FalRefusal } from './refuseAsFal.ts'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import {
  falMessage,
  isFalStreamRequest,
  streamFalAnswer,
  type FalAnswer,
} from './streamFalAnswer.ts'
import { streamFalStatus, type FalStatus, type FalStream } from './streamFalStatus.ts'

/** A PNG of one pixel, with other bytes for each job. */
export function fakePicture(number: number): Buffer {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return Buffer.concat([Buffer.from(png, 'base64'), Buffer.from(String(number))])
}

export interface FalJob {
  id: string
  endpoint: string
  input: Record<string, unknown>
  sentAt: number
  /** The account that pays for it. */
  account: string
  /** The statuses that are still to be told; the last one stays. */
  statuses: FalStatus[]
  /** Whether it was answered at once, so that the queue knows nothing of it. */
  isDirect?: boolean
}

export interface FakeFal extends FakeServer {
  /** The paid requests that made a job: what fal would bill. */
  readonly billed: number
  jobs: FalJob[]
  /** Texts that were spoken and paid for. */
  spoken: { endpoint: string; input: unknown }[]
  realtime: FakeFalRealtime
  /** The uploaded files, by their names. */
  files: Map<string, Buffer>
  /** The numbers of the parts that arrived, in order. */
  parts: number[]
  /** The ids of the jobs whose prompt and files are deleted. */
  deleted: string[]
}

/** The keys that fal takes, with the accounts that they belong to. */
const accounts: Readonly<Record<string, string>> = {
  'Key fal-key': 'one',
  'Key fal-key-too': 'one',
  'Key other-key': 'two',
}

interface FalOffer {
  id: string
  category: string
  name?: string
}

const offered: FalOffer[] = [
  { id: 'fal-ai/painter/pro', name: 'Painter', category: 'image-to-image' },
  { id: 'fal-ai/writer', name: 'Writer', category: 'speech-to-text' },
]

/** Faults for each kind of request; anything not given succeeds. */
export interface FalScript {
  /** The faults of the next paid requests, by their order. */
  submit?: (
    | 'good'
    /** Makes the job, and breaks the connection before a byte of the answer. */
    | 'reset'
    /** Makes the job, and answers half of it. */
    | 'resetInAnswer'
    /** Makes the job, and a gateway answers in its place. */
    | 'htmlBadGateway'
    /** Makes the job, and a gateway says in JSON that fal can't be had. */
    | 'jsonUnavailable'
    | FalRefusal
  )[]
  /** The faults of the next texts to speak, by their order. */
  speech?: ('good' | 'reset' | 'htmlBadGateway' | FalRefusal)[]
  /** The next streams of answers, by their order; `reset` makes the job and answers nothing. */
  answers?: ('good' | 'reset' | FalRefusal | FalAnswer)[]
  statuses?: FalJob['statuses']
  /** Behaviours of the next streams of statuses, by their order; the last one stays. */
  streams?: FalStream[]
  /** A paid request has made its job, and its answer waits for this. */
  beforeAnswer?: () => Promise<void>
  /** Runs before a request is answered. */
  onRequest?: (request: SeenRequest) => void
  /** Answers a request in fal's place; returns whether it did. */
  answer?: (request: SeenRequest, response: ServerResponse) => boolean
  /** Whether statuses and results are 404. */
  isForgotten?: () => boolean
  /** Answers the result in fal's place; returns whether it did. */
  result?: (response: ServerResponse, job: FalJob) => boolean
  /** Answers a file in fal's place; returns whether it did. */
  file?: (response: ServerResponse, request: SeenRequest) => boolean
  cancel?: { status: number; body: unknown }
  /** Outcomes of the next deletions, by their order; later ones succeed. */
  deletions?: ('good' | 'noAdmin' | 'fileLeft' | 'broken' | 'reset')[]
  /** The models on offer, and how many are on a page. */
  models?: FalOffer[]
  pageSize?: number
  /** OpenAPI documents of the endpoints; null where there is none. */
  schema?: Readonly<Record<string, unknown>> | (() => object | null)
  /** Refusal of requests for a price. */
  price?: FalRefusal
  /** The unit of all prices; `image` without it. */
  unit?: string
  realtime?: FalRealtimeScript
  /** Whether jobs can be listed. */
  isListing?: boolean
  /** Answers a part in fal's place; returns whether it did. */
  part?: (response: ServerResponse, number: number) => boolean
}

/** Starts a server that speaks fal's protocols below one origin. It counts jobs and money. */
export async function startFakeFal(script: FalScript = {}, port = 0): Promise<FakeFal> {
  const jobs: FalJob[] = []
  const files = new Map<string, Buffer>()
  const parts: number[] = []
  const deleted: string[] = []
  const spoken: FakeFal['spoken'] = []
  const uploads = new Map<string, Map<number, Buffer>>()
  const realtime = createFakeFalRealtime(script.realtime ?? {}, fakePicture)
  const server = await startFakeServer(route, port, realtime.upgrade)
  const { origin } = server

  function route(request: SeenRequest, response: ServerResponse): void | Promise<void> {
    const { method, path } = request
    script.onRequest?.(request)
    if (script.answer?.(request, response)) return
    if (path === '/openapi.json') {
      const endpoint = request.query.get('endpoint_id') ?? ''
      const given = typeof script.schema === 'function' ? script.schema() : script.schema
      if (given === null) return void response.writeHead(503).end()
      return sendJson(response, 200, falVoiceSchema(endpoint) ?? given ?? falSchema)
    }
    if (path.startsWith('/file/')) return sendFile(request, response)
    if (path.startsWith('/put/')) return takeUpload(request, response)
    // Anyone may read the list.
    if (path === '/platform/models') return listModels(request, response)
    const account = accountOf(request)
    if (account === undefined) {
      return sendJson(response, 401, { detail: 'invalid key credentials' })
    }
    if (method === 'DELETE') return deletePayloads(request, response)
    if (path.startsWith('/platform/')) return platform(request, response)
    if (path === '/rest/tokens/') return realtime.giveToken(request, response)
    if (path.startsWith('/rest/')) return beginUpload(request, response)
    if (path.startsWith('/run/') && path.endsWith('/stream')) return stream(request, response)
    if (path.startsWith('/run/')) return speak(request, response)
    const [, app = '', id = '', end = ''] =
      /^\/(.+?)\/requests\/([^/]+)(?:\/([\w/]+))?$/.exec(path) ?? []
    if (id === '') return method === 'POST' ? submit(request, response) : notFound(response)
    const job = jobs.find((each) => each.id === id && each.endpoint.startsWith(app))
    if (job?.account !== account || job.isDirect || script.isForgotten?.()) {
      return notFound(response)
    }
    if (end === 'status') return tellStatus(response, job)
    if (end === 'status/stream') {
      const streams = script.streams ?? ['good']
      const [way = 'good'] = streams
      if (streams.length > 1) streams.shift()
      return streamFalStatus(request, response, job, way)
    }
    if (end === 'cancel') return cancel(response, job)
    sendResult(response, job)
  }

  async function submit(request: SeenRequest, response: ServerResponse): Promise<void> {
    const { path, body } = request
    const account = accountOf(request) ?? ''
    const fault = script.submit?.shift() ?? 'good'
    if (isFalRefusal(fault)) return refuseAsFal(response, fault)
    const id = crypto.randomUUID()
    const statuses = structuredClone(script.statuses ?? [{ status: 'COMPLETED' }])
    const input = body as Record<string, unknown>
    jobs.push({ id, endpoint: path.slice(1), input, sentAt: Date.now(), account, statuses })
    const [app = ''] = /^\/(?:(?:workflows|comfy)\/)?[^/]+\/[^/]+/.exec(path) ?? []
    const base = `${origin}${app}/requests/${id}`
    const answer = {
      ...{ status: 'IN_QUEUE', request_id: id, queue_position: 3 },
      ...{ response_url: base, status_url: `${base}/status`, cancel_url: `${base}/cancel` },
    }
    await script.beforeAnswer?.()
    if (fault === 'reset') return void response.socket?.destroy()
    if (fault === 'htmlBadGateway') {
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>')
    }
    if (fault === 'jsonUnavailable') {
      return sendJson(response, 503, { message: 'no healthy upstream' })
    }
    if (fault === 'resetInAnswer') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
      response.write(JSON.stringify(answer).slice(0, 30), () => response.socket?.destroy())
      return
    }
    sendJson(response, 200, answer)
  }

  function stream(request: SeenRequest, response: ServerResponse): void | Promise<void> {
    const { path, body } = request
    const answer = script.answers?.shift() ?? 'good'
    if (!isFalStreamRequest(request)) return sendJson(response, 400, { detail: 'Not documented' })
    if (typeof answer === 'string' && isFalRefusal(answer)) return refuseAsFal(response, answer)
    const id = crypto.randomUUID()
    const input = body as Record<string, unknown>
    const endpoint = path.slice('/run/'.length)
    const account = accountOf(request) ?? ''
    const made = { id, endpoint, input, sentAt: Date.now(), account, statuses: [], isDirect: true }
    const number = jobs.push(made)
    if (answer === 'reset') return void response.socket?.destroy()
    return streamFalAnswer(response, id, answer === 'good' ? goodAnswer(number) : answer)
  }

  function goodAnswer(number: number): FalAnswer {
    const partial = `data:image/png;base64,${fakePicture(99).toString('base64')}`
    const url = `${origin}/file/${String(number)}.png`
    const messages = [
      { progress: 0.5, message: 'Painting é' },
      { images: [{ url: partial, content_type: 'image/png' }], has_nsfw_concepts: [false] },
      { images: [{ url, content_type: 'image/png' }], seed: 7, has_nsfw_concepts: [false] },
    ]
    return { says: [': ping\n\n', ...messages.map(falMessage)], end: 'close' }
  }

  function speak({ path, body }: SeenRequest, response: ServerResponse): void {
    const fault = script.speech?.shift() ?? 'good'
    if (isFalRefusal(fault)) return refuseAsFal(response, fault)
    spoken.push({ endpoint: path.slice('/run/'.length), input: body })
    if (fault === 'reset') return void response.socket?.destroy()
    if (fault === 'htmlBadGateway') {
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>')
    }
    const url = `${origin}/file/${String(spoken.length)}.wav`
    sendJson(response, 200, { audio: { url, content_type: 'audio/wav' } })
  }

  function tellStatus(response: ServerResponse, job: FalJob): void {
    const [status = { status: 'COMPLETED' }] = job.statuses
    if (job.statuses.length > 1) job.statuses.shift()
    sendJson(response, status.status === 'COMPLETED' ? 200 : 202, status)
  }

  function cancel(response: ServerResponse, job: FalJob): void {
    const { status, body } = script.cancel ?? { status: 200, body: { status: 'OK' } }
    if (status === 200) job.statuses = [{ status: 'COMPLETED', error_type: 'client_cancelled' }]
    sendJson(response, status, body)
  }

  function sendResult(response: ServerResponse, job: FalJob): void {
    if (script.result?.(response, job)) return
    response.setHeader('x-fal-billable-units', '2')
    const url = `${origin}/file/${String(jobs.indexOf(job) + 1)}.png`
    sendJson(response, 200, {
      images: [{ url, width: 1, height: 1, content_type: 'image/png' }],
      seed: job.input['seed'] ?? 7,
      prompt: job.input['prompt'],
      has_nsfw_concepts: [false],
    })
  }

  function sendFile(request: SeenRequest, response: ServerResponse): void {
    if (script.file?.(response, request)) return
    const number = Number(/(\d+)\.png$/.exec(request.path)?.[1] ?? 0)
    if (deleted.includes(jobs[number - 1]?.id ?? '')) return void response.writeHead(404).end()
    if (request.headers.authorization !== undefined) return sendJson(response, 400, 'No key here')
    if (request.path.endsWith('.wav')) return void response.writeHead(200).end(toneWav(300))
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(fakePicture(number))
  }

  function deletePayloads({ path }: SeenRequest, response: ServerResponse): void {
    const id = /^\/platform\/models\/requests\/([^/]+)\/payloads$/.exec(path)?.[1]
    const job = jobs.find((each) => each.id === id)
    const way = script.deletions?.shift() ?? 'good'
    if (!job) return notFound(response)
    if (way === 'reset') return void response.socket?.destroy()
    if (way === 'broken') return sendJson(response, 500, { error: { type: 'server_error' } })
    if (way === 'noAdmin')
      return sendJson(response, 403, { error: { type: 'authorization_error' } })
    if (way === 'good') deleted.push(job.id)
    const link = `${origin}/file/${String(jobs.indexOf(job) + 1)}.png`
    const exception = way === 'good' ? null : 'Timed out'
    sendJson(response, 200, { cdn_delete_results: [{ link, exception }] })
  }

  function platform(request: SeenRequest, response: ServerResponse): void {
    const { path, query } = request
    const endpoint = query.get('endpoint_id') ?? ''
    if (path.endsWith('/pricing')) {
      if (script.price) return refuseAsFal(response, script.price)
      const price = {
        endpoint_id: endpoint,
        unit_price: 0.05,
        unit: script.unit ?? 'image',
        currency: 'USD',
      }
      return sendJson(response, 200, { prices: [price] })
    }
    if (path.endsWith('/estimate'))
      return sendJson(response, 200, { total_cost: 1, currency: 'USD' })
    if (path.endsWith('/by-endpoint')) {
      if (script.isListing === false) return sendJson(response, 200, { items: [] })
      const start = Date.parse(query.get('start') ?? '')
      const items = jobs
        .filter((job) => job.endpoint === endpoint && job.account === accountOf(request))
        .filter(({ sentAt }) => sentAt >= start)
        .map(({ id, input }) => ({ request_id: id, json_input: input }))
      return sendJson(response, 200, { items })
    }
    notFound(response)
  }

  function listModels({ query }: SeenRequest, response: ServerResponse): void {
    const { models = offered, pageSize = 100 } = script
    const start = Number(query.get('cursor') ?? 0)
    const end = start + pageSize
    const isMore = end < models.length
    sendJson(response, 200, {
      models: models.slice(start, end).map(({ id, category, name = id }) => ({
        endpoint_id: id,
        metadata: { display_name: name, category, status: 'active' },
      })),
      next_cursor: isMore ? String(end) : null,
      has_more: isMore,
    })
  }

  function beginUpload({ path, body }: SeenRequest, response: ServerResponse): void {
    const { file_name: name } = body as { file_name: string }
    const id = crypto.randomUUID()
    uploads.set(id, new Map())
    const upload = path.endsWith('initiate-multipart')
      ? `/put/multi/${id}/${name}`
      : `/put/one/${id}/${name}`
    sendJson(response, 200, {
      file_url: `${origin}/file/${name}`,
      upload_url: `${origin}${upload}?signature=s`,
    })
  }

  function takeUpload(request: SeenRequest, response: ServerResponse): void {
    const { path, bytes, query, headers, body } = request
    if (headers.authorization !== undefined || query.get('signature') !== 's') {
      return sendJson(response, 400, 'A signed address gets no key')
    }
    const [, , way, id = '', name = '', end = ''] = path.split('/')
    const pieces = uploads.get(id)
    if (!pieces) return sendJson(response, 404, 'No such upload')
    if (way === 'one') {
      files.set(name, bytes)
      return sendJson(response, 200, {})
    }
    if (end === 'complete') {
      const wanted = (body as { parts: { partNumber: number; etag: string }[] }).parts
      files.set(
        name,
        Buffer.concat(wanted.map(({ partNumber }) => pieces.get(partNumber) ?? Buffer.alloc(0))),
      )
      return sendJson(response, 200, {})
    }
    const number = Number(end)
    if (script.part?.(response, number)) return
    pieces.set(number, bytes)
    parts.push(number)
    sendJson(response, 200, { partNumber: number, etag: `"${String(number)}"` })
  }

  return Object.defineProperty(
    { ...server, jobs, spoken, realtime, files, parts, deleted } as FakeFal,
    'billed',
    {
      get: () => jobs.length + spoken.length,
    },
  )
}

function accountOf({ headers }: SeenRequest): string | undefined {
  return accounts[headers.authorization ?? '']
}

function notFound(response: ServerResponse): void {
  sendJson(response, 404, { detail: 'Request not found' })
}
