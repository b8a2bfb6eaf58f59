import { atom } from 'jotai'
import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { openStream } from '../speech/recorder/microphone.ts'
import { messageItem, summaryItem, summaryPurpose, truncation } from './clientEvents.ts'
import { closeConnection, lostError, openConnection, summarise } from './connection.ts'
import type { Connection } from './connection.ts'
import { realtimeAtom, realtimeEndAtom } from './realtimeState.ts'
import type { RealtimeSession, RealtimeState } from './realtimeState.ts'
import { errorOf, isExpiry } from './serverErrors.ts'
import type { ServerEvent } from './serverEvent.ts'
import { addSpending, nothingSpent } from './spending.ts'
import type { SessionLimit } from './sessionLimit.ts'
import { createToolCalls } from './toolCalls.ts'
import type { CallRound, ToolCalls } from './toolCalls.ts'
import { createToolStates } from './toolStates.ts'
import type { ToolsState } from './toolStates.ts'
import { createTranscript } from './transcript.ts'
import type { Said, SpokenTurn, Transcript } from './transcript.ts'

export interface RealtimeSessionOptions {
  /** The earlier messages, oldest first, which the model is told. */
  earlier: Promise<readonly Said[]>
  onSaid: (said: SpokenTurn, speaker: ModelReference) => void
  /** The chat whose tools the model may call, at each new session; null for the next new one. */
  conversationId: () => string | null
  /** Runs the model's tool calls. Resolves to the results by the ids of the calls. */
  runTools: (round: CallRound, speaker: ModelReference, course: ToolsCourse) => ToolResults
}

export interface ToolsCourse {
  /** Fires at the end of the conversation: calls that still wait for the user must not run then. */
  ending: AbortSignal
  onState: (state: ToolsState) => void
}

type ToolResults = Promise<ReadonlyMap<string, string>>

/** The time for transcribing the last words. */
const lastWordsMilliseconds = 5000
/** The last turns that a new session is told word for word. */
const repeatedTurns = 6

interface Line {
  transcript: Transcript
  tools: ToolCalls
  conversationId: () => string | null
  ending: AbortController
  /** Begins a round of calls. Returns a function that sets its state. */
  beginRound: () => (state: ToolsState) => void
  /** The turns that were kept last, oldest first. */
  lastTurns: Said[]
  microphone?: MediaStream
  connection?: Connection
}

/** The line of the running conversation; work for an earlier one is void. */
const lineAtom = atom<Line | null>(null)

/** Starts a session with the model of the settings. Resolves once it listens or has failed. */
export async function startRealtime(options: RealtimeSessionOptions): Promise<void> {
  if (store.get(realtimeAtom)) return
  const { earlier, onSaid, conversationId } = options
  const ending = new AbortController()
  const transcript = createTranscript({
    onSaid(said) {
      line.lastTurns = [...line.lastTurns, said].slice(-repeatedTurns)
      const speaker = line.connection?.speaker
      if (speaker) onSaid(said, speaker)
    },
    onCut: (itemId, heardMs) => line.connection?.peer?.send(truncation(itemId, heardMs)),
    now: Date.now,
  })
  const tools = createToolCalls({
    run: (round) => runTools(line, round, options.runTools),
    send: (event) => line.connection?.peer?.send(event),
    onRequest: () => leave('listening', 'thinking'),
    onFailed: failRealtime,
  })
  const beginRound = createToolStates((state) => isCurrent(line) && change({ tools: state }))
  const line: Line = { transcript, tools, conversationId, ending, beginRound, lastTurns: [] }
  store.set(lineAtom, line)
  store.set(realtimeEndAtom, null)
  store.set(realtimeAtom, {
    state: 'connecting',
    isMuted: false,
    startedAt: Date.now(),
    spending: nothingSpent,
    speaker: null,
    tools: 'idle',
    refusedTools: [],
    endsAt: null,
  })
  try {
    const microphone = await openStream(
      store.get(preferencesAtom)?.speech.microphone ?? null,
      'conversation',
    )
    if (!isCurrent(line)) return stop(microphone)
    line.microphone = microphone
    mute(store.get(realtimeAtom)?.isMuted === true)
    microphone.getAudioTracks()[0]?.addEventListener('ended', () => {
      if (isCurrent(line)) failRealtime(new AppError('microphoneLost', 'The microphone is gone'))
    })
    const connection = await connect(line)
    if (!isCurrent(line)) return closeConnection(connection)
    await takeOver(line, connection)
    const known = await earlier
    for (const said of known) connection.peer?.send(messageItem(said))
    line.lastTurns = [...known, ...line.lastTurns].slice(-repeatedTurns)
    if (isCurrent(line)) change({ state: 'listening' })
  } catch (error) {
    if (isCurrent(line)) failRealtime(error)
  }
}

function isCurrent(line: Line): boolean {
  return store.get(lineAtom) === line
}

function connect(line: Line): Promise<Connection> {
  const isActive = (connection: Connection): boolean =>
    isCurrent(line) && line.connection === connection
  return openConnection({
    conversationId: line.conversationId(),
    isPause: (connection) => isActive(connection) && isPause(line),
    renew: (connection) => renew(line, connection),
    onUnrenewed: (connection, endsAt) => isActive(connection) && change({ endsAt }),
    onOver: (connection) => isActive(connection) && endWith('over'),
    onEvent(connection, event) {
      line.transcript.take(event)
      if (isCurrent(line)) spend(event)
      if (event.purpose === summaryPurpose || !isActive(connection)) return
      line.tools.take(event)
      follow(event, connection.limit)
    },
    onLost(connection) {
      if (!isActive(connection)) return
      if (connection.limit.isNearEnd()) return endWith('over')
      failRealtime(lostError())
    },
  })
}

/** Moves the microphone to a session. Errors: realtimeLost. */
async function takeOver(line: Line, connection: Connection): Promise<void> {
  if (connection.isLost) throw lostError()
  await line.connection?.peer?.hear(null)
  line.connection = connection
  line.tools.move()
  change({ speaker: connection.speaker ?? null, refusedTools: connection.refusedTools })
  await connection.peer?.hear(line.microphone?.getAudioTracks()[0] ?? null)
}

/**
 * Continues the conversation in a new session, which is told a summary and the last turns. The old
 * one goes on until then, and stays if this fails. Errors: those of `summarise` and `connect`.
 */
async function renew(line: Line, old: Connection): Promise<void> {
  const summary = await summarise(old)
  const next = await connect(line)
  await untilPause(line)
  if (!isCurrent(line) || line.connection !== old) return closeConnection(next)
  next.peer?.send(summaryItem(summary))
  for (const said of line.lastTurns) next.peer?.send(messageItem(said))
  const movedAt = Date.now()
  await takeOver(line, next)
  change({ endsAt: null })
  old.limit.stop()
  // The old session may still be writing down the user's last words.
  await line.transcript.settled(lastWordsMilliseconds)
  line.transcript.giveUp(movedAt)
  closeConnection(old)
}

/** Runs calls once the user's question is written down, so that it stands before them in the chat. */
async function runTools(
  line: Line,
  round: CallRound,
  run: RealtimeSessionOptions['runTools'],
): ToolResults {
  await line.transcript.settled(lastWordsMilliseconds)
  const speaker = line.connection?.speaker
  const ending = line.ending.signal
  if (!speaker || ending.aborted) return new Map()
  const onState = line.beginRound()
  onState('running')
  try {
    return await run(round, speaker, { ending, onState })
  } finally {
    onState('idle')
  }
}

/** Ends the session: closes the microphone at once, and still records the last words. */
export function endRealtime(): void {
  const ended = store.get(lineAtom)
  store.set(lineAtom, null)
  store.set(realtimeAtom, null)
  if (!ended) return
  const { microphone, connection, transcript, tools, ending } = ended
  tools.stop()
  ending.abort()
  connection?.limit.stop()
  if (microphone) stop(microphone)
  connection?.peer?.silence()
  void transcript.settled(lastWordsMilliseconds).then(() => {
    transcript.flush()
    connection?.peer?.close()
  })
}

/** Mutes the microphone: nothing spoken reaches the service meanwhile. */
export function muteRealtime(isMuted: boolean): void {
  mute(isMuted)
  change({ isMuted })
}

function mute(isMuted: boolean): void {
  for (const track of store.get(lineAtom)?.microphone?.getAudioTracks() ?? [])
    track.enabled = !isMuted
}

function follow(event: ServerEvent, limit: SessionLimit): void {
  switch (event.type) {
    case 'input_audio_buffer.speech_started':
      return change({ state: 'hearing' })
    case 'input_audio_buffer.speech_stopped':
      return change({ state: 'thinking' })
    case 'output_audio_buffer.started':
      return change({ state: 'speaking' })
    case 'output_audio_buffer.stopped':
    case 'output_audio_buffer.cleared':
      return leave('speaking')
    case 'response.done':
      if (event.status === 'failed') {
        // Azure gives no reason at the end of a session's time.
        if (event.errorCode === '' && limit.isNearEnd()) return endWith('over')
        return failRealtime(errorOf(event))
      }
      return leave('thinking')
    case 'error':
      if (isExpiry(event)) return endWith('over')
      // Other errors concern one event, and the session goes on.
      return console.error('The service refused an event', event.errorCode, event.errorMessage)
  }
}

/** Goes from one state to another, unless something else has begun. */
function leave(from: RealtimeState, to: RealtimeState = 'listening'): void {
  if (store.get(realtimeAtom)?.state === from) change({ state: to })
}

function isPause({ tools }: Line): boolean {
  return store.get(realtimeAtom)?.state === 'listening' && tools.mayMove()
}

/** Resolves once neither side speaks, or the conversation has ended. */
async function untilPause(line: Line): Promise<void> {
  const isReached = (): boolean => isPause(line) || store.get(realtimeAtom) === null
  if (isReached()) return
  const reached = Promise.withResolvers<void>()
  const unsubscribe = store.sub(realtimeAtom, () => isReached() && reached.resolve())
  await reached.promise
  unsubscribe()
}

/** Adds up what the sessions of the conversation take. */
function spend(event: ServerEvent): void {
  const spending = store.get(realtimeAtom)?.spending
  const total = spending && addSpending(spending, event)
  if (total && total !== spending) change({ spending: total })
}

function change(patch: Partial<RealtimeSession>): void {
  store.set(realtimeAtom, (session) => session && { ...session, ...patch })
  if (patch.state === 'listening') store.get(lineAtom)?.connection?.limit.pause()
}

function failRealtime(error: unknown): void {
  console.error('The realtime session has ended', error)
  endWith(toWire(error))
}

function endWith(reason: WireError | 'over'): void {
  endRealtime()
  store.set(realtimeEndAtom, { reason, at: Date.now() })
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
