import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { decode, encode } from '@msgpack/msgpack'
import { WebSocketServer, type WebSocket } from 'ws'
import { sendJson, type SeenRequest } from './fakeServer.ts'

/** The fake's end of one realtime connection. */
export interface RealtimePeer {
  path: string
  query: URLSearchParams
  /** The inputs that arrived, in order. */
  inputs: Record<string, unknown>[]
  /** Says something, as MessagePack or as JSON. */
  say: (message: unknown, as?: 'bytes' | 'text') => void
  /** Sends bytes as they are. */
  sayRaw: (bytes: Uint8Array) => void
  close: (code: number) => void
  /** Resolves to the code with which the client has closed it. */
  closed: Promise<number>
}

export interface FalRealtimeScript {
  /** Answers an input in the fake's place. Without it each input becomes a picture at once. */
  answer?: (peer: RealtimePeer, input: Record<string, unknown>) => void
  /** The status with which the next connections are refused; 101 accepts one. */
  handshakes?: number[]
  /** True for tokens that the applications refuse. */
  isRefused?: (token: string) => boolean
  /** Runs before a token is given. */
  beforeToken?: () => Promise<void>
  /** The statuses of the next requests for a token; 200 gives one. */
  tokens?: number[]
}

export interface FakeFalRealtime {
  /** The requests for tokens, as they came. */
  tokens: unknown[]
  peers: RealtimePeer[]
  /** All inputs of all connections. */
  readonly inputs: Record<string, unknown>[]
  giveToken: (request: SeenRequest, response: ServerResponse) => Promise<void>
  upgrade: (request: IncomingMessage, socket: Duplex) => void
}

/** The realtime applications of a fake fal. Each token opens one connection. */
export function createFakeFalRealtime(
  script: FalRealtimeScript,
  picture: (number: number) => Uint8Array,
): FakeFalRealtime {
  const server = new WebSocketServer({ noServer: true })
  const tokens: unknown[] = []
  const peers: RealtimePeer[] = []
  const unused = new Set<string>()
  let pictures = 0

  function accept(socket: WebSocket, url: URL): void {
    const { promise: closed, resolve } = Promise.withResolvers<number>()
    const sayRaw = (bytes: Uint8Array): void => socket.send(bytes)
    const peer: RealtimePeer = {
      path: url.pathname,
      query: url.searchParams,
      inputs: [],
      say: (message, as = 'bytes') =>
        as === 'text' ? socket.send(JSON.stringify(message)) : sayRaw(encode(message)),
      sayRaw,
      close: (code) => socket.close(code),
      closed,
    }
    peers.push(peer)
    socket.on('close', (code) => resolve(code))
    const token = url.searchParams.get('fal_jwt_token') ?? ''
    const isGood = unused.delete(token) && !script.isRefused?.(token)
    socket.on('message', (data) => {
      const input = decode(data as Buffer) as Record<string, unknown>
      peer.inputs.push(input)
      if (!isGood) return peer.say({ status: 'error', error: 'Unauthorized' })
      if (script.answer) return script.answer(peer, input)
      answerWithPicture(peer, picture(++pictures))
    })
  }

  return {
    tokens,
    peers,
    get inputs() {
      return peers.flatMap(({ inputs }) => inputs)
    },
    async giveToken({ body }, response) {
      tokens.push(body)
      await script.beforeToken?.()
      const status = script.tokens?.shift() ?? 200
      const token = randomUUID()
      unused.add(token)
      sendJson(response, status, status === 200 ? token : { detail: 'No token' })
    },
    upgrade(request, socket) {
      const status = script.handshakes?.shift() ?? 101
      const url = new URL(request.url ?? '/', 'http://fake')
      if (status !== 101) {
        socket.end(`HTTP/1.1 ${String(status)} No\r\ncontent-length: 0\r\n\r\n`)
        return
      }
      server.handleUpgrade(request, socket, Buffer.alloc(0), (accepted) => accept(accepted, url))
    },
  }
}

/** Answers as an application that speaks MessagePack does. */
export function answerWithPicture(peer: RealtimePeer, bytes: Uint8Array): void {
  peer.say({ images: [{ content: bytes, content_type: 'image/png' }], seed: 7 })
}
