import type { WebSocket } from 'ws'
import { AppError } from '../../../../shared/errors.ts'
import { fromConnection } from '../../../providers/errors/providerErrors.ts'
import { sleepUntil } from '../../../timeLimit.ts'
import type { FalApi } from '../falApi.ts'
import { realtimeAddress, type OpenRealtimeSocket } from './openRealtimeSocket.ts'
import { encodeRealtime, readRealtimeMessage, type RealtimeMessage } from './realtimeMessage.ts'
import { requestFalToken } from './requestFalToken.ts'

/** `idle`: not connected; the next input connects. `authenticating`: a token is on its way. */
export type RealtimeState = 'idle' | 'authenticating' | 'connecting' | 'active'

export interface RealtimeEvents<Input> {
  onState: (state: RealtimeState) => void
  /** Called when an input has left: from then on it may cost. */
  onSent: () => void
  /** Called with each answer, and the input that it is to. */
  onResult: (result: Record<string, unknown>, input: Input) => void
  /** Called with a fault. The connection stays usable: the next input connects again. */
  onError: (error: AppError) => void
}

/** A connection to one realtime application of fal. */
export interface RealtimeConnection<Input> {
  /** Sends an input as soon as the one before is answered. A newer one replaces it until then. */
  send: (input: Input) => void
  /** Sends and hears nothing any more. Resolves once the socket is closed. */
  close: () => Promise<void>
}

export interface RealtimeOptions<Input> extends RealtimeEvents<Input> {
  api: Pick<FalApi, 'addresses' | 'read' | 'failureOf' | 'redact'>
  /** For errors. */
  provider: string
  endpoint: string
  /** Returns an input as the application reads it. Called right before it is sent. */
  toPayload: (input: Input) => Readonly<Record<string, unknown>>
  openSocket: OpenRealtimeSocket
  delay?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** An input without an answer yet. */
interface Sent<Input> {
  input: Input
  answered: AbortController
}

/** Milliseconds between two inputs: at most 7.8 a second, as fal's own client sends. */
const throttleMs = 128
/** Inputs that fal lets wait for the application. */
const buffering = 2
/** Milliseconds after which an input counts as lost. fal may start a machine for the first one. */
const answerMs = 30_000
/** Milliseconds before connecting again after a fault, so that a broken server is not flooded. */
const reconnectMs = 1000
/** Milliseconds that a server has to confirm the end of a connection. */
const closingMs = 2000
const normalClosure = 1000

/** Creates a connection. Nothing is asked or sent before the first input. */
export function createRealtimeConnection<Input extends object>(
  options: RealtimeOptions<Input>,
): RealtimeConnection<Input> {
  const { api, provider, endpoint, toPayload, openSocket, onState, onError } = options
  const { delay = sleepUntil } = options
  const closing = new AbortController()
  let state: RealtimeState = 'idle'
  let socket: WebSocket | undefined
  let waiting: Input | undefined
  let inFlight: Sent<Input> | undefined
  let lastSent: Input | undefined
  /** Pauses that run: between two inputs, and after a fault. */
  let pauses = 0
  /** True after a refused token: the next one that is refused is told. */
  let wasRefused = false

  function enter(next: RealtimeState): void {
    if (state === next) return
    state = next
    onState(next)
  }

  async function rest(milliseconds: number): Promise<void> {
    pauses++
    await delay(milliseconds, closing.signal)
    pauses--
    pump()
  }

  function pump(): void {
    if (waiting === undefined || closing.signal.aborted || pauses > 0 || inFlight) return
    if (state === 'idle') void connect()
    if (state !== 'active' || !socket) return
    socket.send(encodeRealtime(toPayload(waiting)))
    const sent = { input: waiting, answered: new AbortController() }
    lastSent = waiting
    waiting = undefined
    inFlight = sent
    options.onSent()
    // An application may drop an input without a word.
    void delay(answerMs, sent.answered.signal).then(() => inFlight === sent && settle())
    void rest(throttleMs)
  }

  function settle(): void {
    inFlight?.answered.abort()
    inFlight = undefined
    pump()
  }

  /**
   * Connects with a token of its own. A token is requested when a connection needs it and used at
   * once, so none ends before its use and none has to be renewed on a timer.
   */
  async function connect(): Promise<void> {
    enter('authenticating')
    try {
      const token = await requestFalToken(api, endpoint, closing.signal)
      if (closing.signal.aborted) return
      enter('connecting')
      follow(openSocket(realtimeAddress(api.addresses.direct, endpoint, { token, buffering })))
    } catch (error) {
      if (closing.signal.aborted) return
      enter('idle')
      // The drawing is not sent by itself later: the next stroke tries again.
      waiting = undefined
      onError(asAppError(error))
      void rest(reconnectMs)
    }
  }

  function follow(opened: WebSocket): void {
    socket = opened
    let fault: AppError | undefined
    // The kind of the last message tells whether the end is a fault.
    let last: RealtimeMessage['type'] | undefined
    opened.on('open', () => {
      if (socket !== opened) return
      enter('active')
      pump()
    })
    opened.on('message', (data, isBinary) => {
      if (socket !== opened) return
      // ws gives a Buffer, as its `binaryType` is `nodebuffer` at first.
      const bytes = data as Buffer
      const message = readRealtimeMessage(isBinary ? bytes : bytes.toString())
      last = message.type
      hear(message, opened)
    })
    opened.on('unexpected-response', (request, { statusCode: status = 0 }) => {
      const answer = { status, headers: new Headers(), text: '', json: undefined }
      end(opened, api.failureOf(answer, api.addresses.direct, endpoint), true)
      request.destroy()
    })
    opened.on('error', (error) => (fault ??= asAppError(error)))
    opened.on('close', (code) => {
      const isNormal = last === 'idle' || (last !== undefined && code === normalClosure)
      // A connection that said nothing would say nothing at the next try either.
      end(opened, isNormal ? undefined : (fault ?? closedBy(code)), last === undefined)
    })
  }

  function hear(message: RealtimeMessage, from: WebSocket): void {
    switch (message.type) {
      case 'notice':
        return
      case 'result':
        wasRefused = false
        if (lastSent) options.onResult(message.result, lastSent)
        break
      case 'idle':
        break
      case 'unauthorized':
        return replaceToken(from)
      case 'error':
        onError(said(message.words))
        break
      case 'unreadable':
        onError(new AppError('malformedAnswer', 'A frame is unreadable', { provider }))
    }
    settle()
  }

  /** Connects again with a new token. Nothing was made of the input, so it is sent again, once. */
  function replaceToken(refused: WebSocket): void {
    waiting = wasRefused ? undefined : (waiting ?? inFlight?.input)
    const details = { provider, model: endpoint }
    if (wasRefused) onError(new AppError('keyRefused', 'The token was refused', details))
    wasRefused = !wasRefused
    refused.close(normalClosure)
    end(refused, undefined)
  }

  function end(ended: WebSocket, fault: AppError | undefined, dropsWaiting = false): void {
    if (socket !== ended) return
    socket = undefined
    if (dropsWaiting) waiting = undefined
    inFlight?.answered.abort()
    inFlight = undefined
    enter('idle')
    if (!fault) return pump()
    onError(fault)
    void rest(reconnectMs)
  }

  function said(answer: string): AppError {
    const details = { provider, model: endpoint, answer: api.redact(answer) }
    return new AppError('unprocessable', 'The application answered with an error', details)
  }

  function closedBy(status: number): AppError {
    const details = { provider, model: endpoint, status }
    return new AppError(
      'sketchDisconnected',
      `The connection was closed: ${String(status)}`,
      details,
    )
  }

  function asAppError(error: unknown): AppError {
    if (error instanceof AppError) return error
    const address = new URL(api.addresses.direct).host
    return fromConnection(error, { provider, address, local: false, redact: api.redact })
  }

  return {
    send(input) {
      if (closing.signal.aborted) return
      waiting = input
      pump()
    },
    async close() {
      const open = socket
      // From here on nothing that the socket says is heard.
      socket = undefined
      waiting = undefined
      closing.abort()
      inFlight?.answered.abort()
      if (open && open.readyState !== open.CLOSED) await closeSocket(open, delay)
    },
  }
}

/** Closes a socket, by force if the server does not confirm the end in time. */
async function closeSocket(
  socket: WebSocket,
  delay: NonNullable<RealtimeOptions<object>['delay']>,
): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  socket.close(normalClosure)
  const waitingEnded = new AbortController()
  void delay(closingMs, waitingEnded.signal).then(() => socket.terminate())
  await closed
  waitingEnded.abort()
}
