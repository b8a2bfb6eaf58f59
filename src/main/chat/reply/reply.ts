import type {
  chat,
  Conversation,
  Message,
  ReplyFrame,
  ReplyInput,
} from '../../../shared/chat/chat.ts'
import { AppError, toWire, type WireError } from '../../../shared/errors.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { ProviderLookup } from '../../providers/provider.ts'
import { hasCostNothing } from '../../providers/errors/wasRefused.ts'
import type { Database } from '../../storage/connection.ts'
import { answerTurn, type AnswerTurnOptions } from './answerTurn.ts'
import { beginReply } from '../begin/beginReply.ts'
import type { Begin, BeginInput, BegunReply } from '../begin/startAnswer.ts'
import { earlierSources, sourcesInChat } from '../turns/earlierSources.ts'
import { isInColumn, isShown } from '../history/answerColumns.ts'
import { getConversation, markUsed } from '../history/conversations.ts'
import { findGrant } from '../../tools/grants.ts'
import { endWaiting } from '../history/messages.ts'
import { listQueued } from '../history/queue.ts'
import { columnsBefore, createColumnRuns, untilEnded, type StartedReply } from './columnRuns.ts'
import { createRunningReply, type RunningReply } from './runningReply.ts'
import { runSpokenCalls } from './runSpokenCalls.ts'
import { isSpoken } from '../tools/toolCallStates.ts'
import { droppableTurns } from '../turns/turns.ts'

const saveAgainMilliseconds = 5000

export interface Replies {
  /**
   * Asks for an answer and streams it. The stream ends with `finished`. It throws only before
   * `started`, with beginReply's errors. An aborted signal or a returned iterator leaves the answer
   * interrupted.
   */
  reply: (input: ReplyInput, signal: AbortSignal) => AsyncIterable<ReplyFrame>
  /** Ends an answer at the user's request; does nothing if it has ended. */
  stop: (messageId: string) => void
  stopConversation: (conversationId: string) => void
  /** Saves all running replies synchronously, for the end of the app. */
  stopAll: () => void
  isRunning: (messageId: string) => boolean
  /** Tells whether any answer is being written. */
  isAnyRunning: () => boolean
}

export interface ReplyOptions
  extends
    Omit<AnswerTurnOptions, 'findGrant' | 'earlierSources' | 'now'>,
    Pick<Begin, 'assertStored' | 'onCreated' | 'onRepeated'> {
  database: Database
  lookup: ProviderLookup
  broadcast: Broadcast<typeof chat>
  log: (message: string, error: unknown) => void
  /** Called when an answer is complete and on disk. */
  onComplete: (answer: Message, conversation: Conversation) => void
  /** Called with the model that a message was sent to. */
  onUsed: (model: ModelReference) => void
  /** Called when the user has allowed more than one call. */
  onGranted?: () => void
  /** Called when requests are in the ledger whose prices are to be looked up. */
  onSpent?: () => void
  now?: () => number
}

export function createReplies(options: ReplyOptions): Replies {
  const { database, broadcast, log, onComplete, onUsed, now = Date.now } = options
  const running = new Map<string, RunningReply>()
  const unsaved = new Map<string, RunningReply>()
  const columns = createColumnRuns()
  /** The conversations whose new message the windows were not told of yet. */
  const untold = new Set<string>()
  let saveTimer: NodeJS.Timeout | undefined
  let closed = false
  const isRunning = (messageId: string): boolean => running.has(messageId)

  function start(input: BeginInput): StartedReply & { others: Required<StartedReply>[] } {
    if (closed) throw new AppError('aborted', 'Parley is closing')
    // An ending that the disk refused must be saved before the answer continues.
    if ('messageId' in input) saveNow(input.messageId)
    const begun = beginReply({ ...options, isRunning, now }, input)
    if (input.kind === 'answerToolCall') options.onGranted?.()
    if (begun.next === 'user') return { begun, others: [] }
    stopLeftColumns(begun.conversation.id)
    const reply = write(begun)
    const others = (begun.others ?? []).map((other) => ({ begun: other, reply: write(other) }))
    tellSoon(begun.conversation.id)
    if (input.kind === 'sendQueued') {
      const conversationId = begun.conversation.id
      broadcast('queueChanged', { conversationId, queued: listQueued(database, conversationId) })
    }
    // The chat's next message goes to another model than the session's.
    if (!isSpoken(begun.answer.parts)) {
      for (const used of others.toReversed()) onUsed(used.begun.model)
      onUsed(begun.model)
    }
    return { begun, reply, others }
  }

  /** Stops answers that a message has left as versions. */
  function stopLeftColumns(conversationId: string): void {
    for (const { answer, settle } of running.values()) {
      const wasColumn = answer.conversationId === conversationId && answer.columns !== undefined
      if (wasColumn && !isInColumn(database, answer.id)) settle({ status: 'stopped', error: null })
    }
  }

  /** From now on an answer counts as being written. */
  function write({ answer }: BegunReply): RunningReply {
    const reply = createRunningReply({
      database,
      answer,
      log,
      now,
      onSettled: (message, saved) => finish(reply, message, saved),
    })
    running.set(answer.id, reply)
    return reply
  }

  /** Tells the windows once the request has left: drawing their lists would hold it up. */
  function tellSoon(conversationId: string): void {
    untold.add(conversationId)
    setImmediate(() => {
      try {
        tellNow(conversationId)
      } catch (error) {
        // Nobody needs to hear of a chat that is removed by now.
        const isRemoved = error instanceof AppError && error.code === 'conversationMissing'
        if (!isRemoved) log('A new message could not be announced', error)
      }
    })
  }

  function tellNow(conversationId: string): void {
    if (!untold.delete(conversationId)) return
    broadcast('conversationChanged', getConversation(database, conversationId))
  }

  function finish(reply: RunningReply, message: Message, saved: boolean): void {
    running.delete(message.id)
    if (!saved) {
      unsaved.set(message.id, reply)
      saveTimer ??= setTimeout(saveAgain, saveAgainMilliseconds).unref()
      return
    }
    options.onSpent?.()
    try {
      tellNow(message.conversationId)
      markUsed(database, message.conversationId, now())
      const conversation = getConversation(database, message.conversationId)
      broadcast('conversationChanged', conversation)
      const isAnswer = message.status === 'complete' && !isSpoken(message.parts)
      if (isAnswer) onComplete(message, conversation)
    } catch (error) {
      log('A finished reply could not be announced', error)
    }
  }

  function saveNow(messageId: string): void {
    unsaved.get(messageId)?.save()
    unsaved.delete(messageId)
  }

  function saveAgain(): void {
    saveTimer = undefined
    for (const messageId of [...unsaved.keys()]) {
      try {
        saveNow(messageId)
      } catch {
        // The disk is still full, which the user knows.
      }
    }
    if (unsaved.size > 0 && !closed) {
      saveTimer = setTimeout(saveAgain, saveAgainMilliseconds).unref()
    }
  }

  async function* run(input: ReplyInput, leaving: AbortSignal): AsyncGenerator<ReplyFrame> {
    if (leaving.aborted) return
    const { begun, reply } =
      input.kind === 'join' ? columns.take(input.messageId) : begin(input, leaving)
    const { conversation, messages } = begun
    const beside = isBeside(begun.answer) && { isBeside: true as const }
    const started = { type: 'started' as const, conversation, messages, ...beside }
    if (!reply) {
      yield started
      yield { type: 'finished', message: begun.answer }
      return
    }
    const interrupt = (): void => reply.settle({ status: 'interrupted', error: null })
    leaving.addEventListener('abort', interrupt, { once: true })
    try {
      yield started
      yield* waitInTurn({ begun, reply })
      yield* streamFrames(reply, begun, options)
      const message = reply.settled()
      if (message) yield { type: 'finished', message }
    } finally {
      interrupt()
      leaving.removeEventListener('abort', interrupt)
    }
  }

  /** Tells whether the shown branch goes through another column than the answer's. */
  function isBeside({ id, conversationId, columns: ids }: Message): boolean {
    return ids !== undefined && !isShown(database, conversationId, id)
  }

  function begin(input: BeginInput, leaving: AbortSignal): StartedReply {
    const { others, ...started } = start(input)
    if (started.reply) columns.add(started.reply, others, leaving)
    return started
  }

  /** Holds a column back until its local server has ended those before it. */
  async function* waitInTurn(started: Required<StartedReply>): AsyncGenerator<ReplyFrame> {
    const { reply } = started
    const before = await columnsBefore(started, running.values(), options.describe)
    if (before.length === 0) return
    yield { type: 'inTurn' }
    await reply.until(Promise.all(before.map(untilEnded)))
    reply.restartClock()
  }

  return {
    reply: (input, signal) => leaveable((leaving) => run(input, leaving), signal),
    stop(messageId) {
      const reply = running.get(messageId)
      if (reply) return reply.settle({ status: 'stopped', error: null })
      const waited = endWaiting(database, messageId)
      if (waited === undefined) return
      broadcast('conversationChanged', getConversation(database, waited))
    },
    stopConversation(conversationId) {
      for (const reply of running.values()) {
        if (reply.answer.conversationId === conversationId) {
          reply.settle({ status: 'stopped', error: null })
        }
      }
    },
    stopAll() {
      closed = true
      for (const reply of running.values()) reply.settle({ status: 'interrupted', error: null })
      clearTimeout(saveTimer)
      saveAgain()
    },
    isRunning,
    isAnyRunning: () => running.size > 0,
  }
}

/**
 * Yields the provider's frames until the reply ends, and settles the reply if the provider fails.
 */
async function* streamFrames(
  reply: RunningReply,
  begun: BegunReply,
  options: ReplyOptions,
): AsyncGenerator<ReplyFrame> {
  for (const warning of begun.warnings) {
    yield* reply.accept({ type: 'warning', warning })
  }
  const turnOptions: AnswerTurnOptions = {
    ...options,
    findGrant: (id, tool, input) => findGrant(options.database, id, tool, input),
    earlierSources: (leafId) =>
      earlierSources(options.database, leafId, options.readFile, options.asking?.readIn),
    now: options.now ?? Date.now,
  }
  const paid = options.beginPaid?.(begun.model)
  try {
    if (isSpoken(begun.answer.parts)) {
      const sources = (chatId: string) =>
        sourcesInChat(options.database, chatId, options.readFile, options.asking?.readIn)
      yield* runSpokenCalls(reply, begun, { ...turnOptions, sourcesInChat: sources })
      return
    }
    const provider = await reply.until(options.lookup(begun.model.providerId))
    if (!provider) return
    yield* answerTurn(reply, begun, provider, turnOptions, paid)
  } catch (error) {
    if (!(error instanceof AppError)) options.log('A provider failed in an unknown way', error)
    if (hasCostNothing(error)) reply.refused()
    const wire = withTime(toWire(error), options.now ?? Date.now)
    reply.settle({ status: 'failed', error: withDroppable(wire, begun) })
  } finally {
    paid?.end()
  }
}

/** Adds the time of the request, from which the page counts a pause down. */
function withTime(error: WireError, now: () => number): WireError {
  if (error.details?.retryAfterSeconds === undefined) return error
  return { ...error, details: { ...error.details, askedAt: now() } }
}

/** Adds to a too-long error how many turns can be left out. */
function withDroppable(error: WireError, { turns }: BegunReply): WireError {
  const droppable = droppableTurns(turns)
  if (error.code !== 'contextTooLong' || droppable <= 0) return error
  return { ...error, details: { ...error.details, droppable } }
}

/**
 * Returns a generator that can be left at any time. A plain one handles `return` only after its
 * source answers; this one gets a signal at once.
 */
function leaveable(
  run: (leaving: AbortSignal) => AsyncGenerator<ReplyFrame>,
  signal: AbortSignal,
): AsyncIterable<ReplyFrame> {
  return {
    [Symbol.asyncIterator]() {
      const left = new AbortController()
      const frames = run(AbortSignal.any([signal, left.signal]))
      return {
        next: () => frames.next(),
        return: () => {
          left.abort()
          return frames.return(undefined)
        },
      }
    },
  }
}
