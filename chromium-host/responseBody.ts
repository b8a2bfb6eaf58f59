import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

type Chunk = Uint8Array<ArrayBuffer>
type Reader = ReadableStreamDefaultReader<Chunk>

/** The status and headers of a response. */
export interface Answer {
  status: number
  headers: { name: string; value: string }[]
}

/** The beginning of a body, with the rest if there is more. */
export interface BodyStart {
  start: Buffer
  /** Missing if `start` is the whole body. */
  rest?: { chunks: AsyncIterable<Chunk>; cancel(): Promise<void> }
}

/** Limits for reading the beginning of a body before it is sent. */
export interface ReadLimits {
  bytes: number
  milliseconds: number
}

/** A body that has not ended by then is a stream, which its reader needs piece by piece. */
export const startLimits: ReadLimits = { bytes: 4 * 1024 * 1024, milliseconds: 50 }
/**
 * For a body that must be sent whole. A message of the DevTools pipe that has more than 100 MB, and
 * this in base64, ends the browser.
 */
export const wholeLimits: ReadLimits = { bytes: 64 * 1024 * 1024, milliseconds: 60_000 }
/**
 * The host of bodies that are served once. No page knows it, so Chromium may resolve it where it
 * resolves nothing else.
 */
export const bodyHost = `${randomUUID()}.localhost`
const unusedAddressMilliseconds = 10_000

async function* chunksFrom(
  first: ReturnType<Reader['read']>,
  reader: Reader,
): AsyncGenerator<Chunk> {
  let next = first
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      yield value
      next = reader.read()
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Reads a body to its end, or as far as the limits allow. */
export async function readBodyStart(
  body: Response['body'],
  limits: ReadLimits,
): Promise<BodyStart> {
  if (!body) return { start: Buffer.alloc(0) }
  const reader = body.getReader() as Reader
  const deadline = delay(limits.milliseconds, undefined, { ref: false })
  const chunks: Chunk[] = []
  let bytes = 0
  for (;;) {
    const next = reader.read()
    const result = await Promise.race([next, deadline])
    if (!result || bytes > limits.bytes) {
      const rest = { chunks: chunksFrom(next, reader), cancel: () => reader.cancel() }
      return { start: Buffer.concat(chunks), rest }
    }
    if (result.done) return { start: Buffer.concat(chunks) }
    chunks.push(result.value)
    bytes += result.value.byteLength
  }
}

async function send(
  response: ServerResponse,
  answer: Answer,
  body: Required<BodyStart>,
): Promise<void> {
  const hopByHop = /^(connection|content-encoding|keep-alive|transfer-encoding)$/
  const headers = answer.headers.filter(({ name }) => !hopByHop.test(name))
  response.writeHead(
    answer.status,
    headers.flatMap(({ name, value }) => [name, value]),
  )
  if (body.start.length > 0) response.write(body.start)
  await pipeline(body.rest.chunks, response)
}

/**
 * Serves a body once from an unguessable address on loopback, because the DevTools protocol accepts
 * only whole bodies. Resolves with the address.
 */
export async function serveOnce(answer: Answer, body: Required<BodyStart>): Promise<string> {
  const path = `/${randomUUID()}`
  let used = false
  const server = process.getBuiltinModule('node:http').createServer((request, response) => {
    if (used || request.url !== path) return void response.writeHead(404).end()
    used = true
    const finish = (): void => {
      server.close()
      server.closeAllConnections()
    }
    send(response, answer, body).then(finish, finish)
  })
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  setTimeout(() => {
    if (used) return
    server.close()
    void body.rest.cancel().catch(() => undefined)
  }, unusedAddressMilliseconds).unref()
  return `http://${bodyHost}:${(server.address() as AddressInfo).port}${path}`
}
