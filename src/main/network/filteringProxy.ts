import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline, type Duplex } from 'node:stream'
import { AppError } from '../../shared/errors.ts'
import { finalAnswer } from './finalAnswer.ts'
import { type HostRule, plainUrl } from './hostRule.ts'
import { createServer, request } from './http.ts'
import { assertAllowed, judgedLookup, type Resolve } from './judgedLookup.ts'
import { connectMillisecondsDefault, limitConnecting } from './limitConnecting.ts'
import { isConnectionHeader } from './openResponse.ts'

export interface FilteringProxyOptions {
  allows: HostRule
  /** Gets the host of each request that the rule refuses. */
  onRefused: (host: string) => void
  /** Asks the system by default. */
  resolve?: Resolve | undefined
}

export interface FilteringProxy {
  /** Ends it with all connections. */
  close: () => void
}

/** So many connections at once; further ones are closed. */
const maxConnections = 256
const maxHeaderBytes = 16 * 1024
const authority = /^(?:\[[\da-f:.]+\]|[^\s/\\:@?#[\]]+):(\d{1,5})$/i

/**
 * Opens an HTTP proxy at a socket in the file system, by which a program that has no network of its
 * own reaches the hosts of a rule: tunnels (CONNECT) and plain http. Each host and each IP address
 * is judged; a name that the rule refuses is not even looked up. What goes through a tunnel is not
 * read.
 */
export async function openFilteringProxy(
  path: string,
  options: FilteringProxyOptions,
): Promise<FilteringProxy> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes })
  server.maxConnections = maxConnections
  const sockets = new Set<Duplex>()
  const keep = (socket: Duplex): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', keep)
  server.on('request', (message, response) => void forward(message, response, options))
  server.on('connect', (message, client: Duplex, head: Buffer) => {
    const upstream = openTunnel(message, client, head, options)
    if (upstream) keep(upstream)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openTunnel(
  { url: target = '' }: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { allows, onRefused, resolve }: FilteringProxyOptions,
): Socket | undefined {
  client.on('error', () => undefined)
  const fail = (error: unknown): void => {
    const { status, reason } = failure(error, onRefused)
    client.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n${reason}\n`)
  }
  try {
    const url = tunnelUrl(target)
    assertAllowed(url, allows)
    const upstream = connect({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || (url.protocol === 'http:' ? 80 : 443)),
      lookup: judgedLookup(url, allows, resolve),
      allowHalfOpen: true,
      timeout: connectMillisecondsDefault,
    })
    upstream.once('timeout', () => upstream.destroy(timedOut()))
    upstream.once('error', fail)
    upstream.once('connect', () => {
      upstream.off('error', fail)
      upstream.setTimeout(0)
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.write(head)
      pipeline(client, upstream, () => undefined)
      pipeline(upstream, client, () => undefined)
    })
    client.once('close', () => upstream.destroy())
    return upstream
  } catch (error) {
    fail(error)
    return undefined
  }
}

/** Returns the address that a tunnel leads to. Errors: addressInvalid. */
function tunnelUrl(target: string): URL {
  const port = authority.exec(target)?.[1]
  const url = port && URL.parse(`${port === '80' ? 'http' : 'https'}://${target}`)
  if (!url) throw new AppError('addressInvalid', 'This is no host with a port')
  return plainUrl(url)
}

async function forward(
  message: IncomingMessage,
  response: ServerResponse,
  { allows, onRefused, resolve }: FilteringProxyOptions,
): Promise<void> {
  const ending = new AbortController()
  response.once('close', () => ending.abort())
  try {
    const url = URL.parse(message.url ?? '')
    if (url?.protocol !== 'http:') throw new AppError('addressInvalid', 'This is no http address')
    const plain = plainUrl(url)
    assertAllowed(plain, allows)
    const sent = request(plain, {
      method: message.method,
      headers: sentHeaders(message),
      agent: false,
      maxHeaderSize: maxHeaderBytes,
      lookup: judgedLookup(plain, allows, resolve),
      signal: ending.signal,
    })
    limitConnecting(sent)
    const answered = finalAnswer(sent)
    pipeline(message, sent, () => undefined)
    const answer = await answered
    response.writeHead(answer.statusCode ?? 502, headersBetween(answer))
    pipeline(answer, response, () => undefined)
  } catch (error) {
    if (response.headersSent) return void response.destroy()
    const { status, reason } = failure(error, onRefused)
    response.writeHead(Number.parseInt(status, 10), { connection: 'close' }).end(`${reason}\n`)
  }
}

function sentHeaders(message: IncomingMessage): Record<string, string[]> {
  const { 'content-length': length } = message.headers
  return { ...headersBetween(message), ...(length !== undefined && { 'content-length': [length] }) }
}

/** Returns the headers that are not of the connection alone. */
function headersBetween({ headersDistinct, headers }: IncomingMessage): Record<string, string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const entries = Object.entries(headersDistinct).flatMap(([name, values]) =>
    isConnectionHeader(name) || named.includes(name) || !values ? [] : [[name, values] as const],
  )
  return Object.fromEntries(entries)
}

function timedOut(): Error {
  return Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' })
}

function failure(
  error: unknown,
  onRefused: (host: string) => void,
): { status: string; reason: string } {
  if (!(error instanceof AppError)) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ETIMEDOUT'
      ? { status: '504 Gateway Timeout', reason: 'The host does not answer' }
      : { status: '502 Bad Gateway', reason: 'The host can not be reached' }
  }
  if (error.code === 'addressInvalid') {
    return { status: '400 Bad Request', reason: error.message }
  }
  onRefused(error.details.subject ?? '')
  return { status: '403 Forbidden', reason: `Refused by Parley: ${error.message}` }
}
