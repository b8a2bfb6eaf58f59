import type { ServerResponse } from 'node:http'
import { encodePng } from './pngPixels.ts'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'

/** A request for pictures, with the files of a form. */
export interface SeenImages {
  path: string
  /** The fields: JSON, or those of the form as text. */
  fields: Record<string, unknown>
  files: { field: string; name: string; type: string; bytes: Uint8Array }[]
}

export type ImagesBehaviour =
  | { kind: 'pictures'; pictures: readonly Uint8Array[]; more?: Record<string, unknown> }
  /** Unfinished pictures, then the finished ones. */
  | { kind: 'stream'; partials: readonly Uint8Array[]; pictures: readonly Uint8Array[] }
  | { kind: 'json'; status: number; body: unknown; headers?: Record<string, string> }
  /** Events as they are, after which the connection ends or is reset. */
  | {
      kind: 'events'
      events: readonly object[]
      reset?: boolean
      /** Then this, once the promise is settled. */
      until?: Promise<void>
      last?: object
    }
  /** Text as it is, after which the connection ends in one of these ways. */
  | { kind: 'cut'; type: 'json' | 'events'; text: string; how: CutKind }
  | { kind: 'reset' }
  | { kind: 'hang' }

/**
 * `reset` by the server's system; `chunk`: closed without the last chunk; `length`: closed before
 * the length that its head has named; `end`: as a whole answer ends.
 */
export type CutKind = 'reset' | 'chunk' | 'length' | 'end'

export interface FakeImages extends FakeServer {
  /** The base URL with `/v1`. */
  baseUrl: string
  /** The paid requests, which it has accepted. */
  seen: SeenImages[]
  /** Violations of the published API description. */
  violations: string[]
  behave: (behave: (seen: SeenImages, number: number) => ImagesBehaviour) => void
}

export interface FakeImagesOptions {
  key?: string | null
  models?: readonly string[]
  /** False for a service that only resembles OpenAI's. */
  isOpenAi?: boolean
  port?: number
}

export const imageUsage = {
  input_tokens: 120,
  input_tokens_details: { image_tokens: 100, text_tokens: 20 },
  output_tokens: 1000,
  total_tokens: 1120,
}

/** Returns a PNG of one colour. */
export function flatPng(width: number, height: number, rgba: readonly number[]) {
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set(rgba, at)
  return encodePng({ width, height, data })
}

const schemaByPath: Readonly<Record<string, string>> = {
  '/v1/images/generations': 'CreateImageRequest',
  '/v1/images/edits': 'CreateImageEditRequest',
  '/v1/images/variations': 'CreateImageVariationRequest',
}

/** Starts OpenAI's image endpoints, or those of a service that resembles them. */
export async function startFakeImages({
  key = null,
  models = ['gpt-image-2', 'gpt-image-1.5'],
  isOpenAi = true,
  port = 0,
}: FakeImagesOptions = {}): Promise<FakeImages> {
  const validate = loadOpenAiSpec()
  const seen: SeenImages[] = []
  const violations: string[] = []
  const picture = await flatPng(8, 8, [200, 30, 30, 255])
  let behave: (seen: SeenImages, number: number) => ImagesBehaviour = ({ fields }) =>
    fields['stream'] === true || fields['stream'] === 'true'
      ? { kind: 'stream', partials: [picture], pictures: [picture] }
      : { kind: 'pictures', pictures: Array(Number(fields['n'] ?? 1)).fill(picture) }

  const server = await startFakeServer(async (request, response) => {
    const given = request.headers.authorization ?? `Bearer ${String(request.headers['api-key'])}`
    if (key !== null && given !== `Bearer ${key}`) {
      sendJson(response, 401, { error: { message: 'Incorrect API key provided.' } })
      return
    }
    if (request.method === 'GET' && request.path === '/v1/models') {
      const data = models.map((id) => ({ id, object: 'model', created: 1, owned_by: 'fake' }))
      sendJson(response, 200, { object: 'list', data })
      return
    }
    const schema = schemaByPath[request.path]
    if (request.method !== 'POST' || schema === undefined) {
      sendJson(response, 404, { error: { message: `Unknown request URL: ${request.path}` } })
      return
    }
    const images = await understand(request)
    seen.push(images)
    if (isOpenAi) violations.push(...validate(schema, bodyOf(images)))
    await perform(behave(images, seen.length), images, request, response)
  }, port)

  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    seen,
    violations,
    behave(next) {
      behave = next
    },
  }
}

async function understand(request: SeenRequest): Promise<SeenImages> {
  const { path } = request
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    return { path, fields: request.body as Record<string, unknown>, files: [] }
  }
  const form = await new Response(request.bytes, { headers: { 'content-type': type } }).formData()
  const fields: Record<string, unknown> = {}
  const files: SeenImages['files'] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') fields[field] = value
    else {
      const bytes = new Uint8Array(await value.arrayBuffer())
      files.push({ field, name: value.name, type: value.type, bytes })
    }
  }
  return { path, fields, files }
}

const numbers = new Set(['n', 'output_compression', 'partial_images'])

/** Returns a form's fields as the schema means them. */
function bodyOf({ fields, files }: SeenImages): Record<string, unknown> {
  if (files.length === 0) return fields
  const several = files.filter(({ field }) => field === 'image[]').map(() => 'bytes')
  return {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]): [string, unknown] => {
        if (numbers.has(name)) return [name, Number(value)]
        return [name, name === 'stream' ? value === 'true' : value]
      }),
    ),
    ...Object.fromEntries(files.map(({ field }) => [field.replace('[]', ''), 'bytes'])),
    ...(several.length > 0 && { image: several }),
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

async function perform(
  behaviour: ImagesBehaviour,
  { path }: SeenImages,
  request: SeenRequest,
  response: ServerResponse,
): Promise<void> {
  switch (behaviour.kind) {
    case 'pictures':
      response.setHeader('x-request-id', 'req_fake')
      sendJson(response, 200, {
        created: 1,
        data: behaviour.pictures.map((bytes) => ({ b64_json: toBase64(bytes) })),
        output_format: 'png',
        usage: imageUsage,
        ...behaviour.more,
      })
      return
    case 'stream': {
      const kind = path.endsWith('edits') ? 'image_edit' : 'image_generation'
      const partials = behaviour.partials.map((bytes, index) => ({
        type: `${kind}.partial_image`,
        b64_json: toBase64(bytes),
        partial_image_index: index,
        output_format: 'png',
      }))
      const finished = behaviour.pictures.map((bytes) => ({
        type: `${kind}.completed`,
        b64_json: toBase64(bytes),
        output_format: 'png',
        usage: imageUsage,
      }))
      await sendEvents(response, [...partials, ...finished])
      response.end()
      return
    }
    case 'json':
      for (const [name, value] of Object.entries(behaviour.headers ?? {})) {
        response.setHeader(name, value)
      }
      sendJson(response, behaviour.status, behaviour.body)
      return
    case 'events':
      await sendEvents(response, behaviour.events)
      await behaviour.until
      if (behaviour.last) await sendEvent(response, behaviour.last)
      if (behaviour.reset) response.socket?.resetAndDestroy()
      else response.end()
      return
    case 'cut': {
      const { type, text, how } = behaviour
      response.writeHead(200, {
        'content-type': type === 'json' ? 'application/json' : 'text/event-stream',
        ...(how === 'length' && { 'content-length': Buffer.byteLength(text) + 100 }),
      })
      // A reset would discard what the system does not have yet.
      await new Promise<unknown>((resolve) => response.write(text, resolve))
      if (how === 'end') response.end()
      else if (how === 'reset') response.socket?.resetAndDestroy()
      else response.socket?.end()
      return
    }
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'hang':
      return request.ended
  }
}

async function sendEvents(response: ServerResponse, events: readonly object[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_fake' })
  for (const event of events) await sendEvent(response, event)
}

async function sendEvent(response: ServerResponse, event: object): Promise<void> {
  const type = 'type' in event ? String(event.type) : 'message'
  await write(response, `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
}
