import type { chat, Conversation, Message, ReplyFrame, ReplyInput } from '../../shared/chat.ts'
import { AppError, toWire } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type { Provider, ProviderLookup, ReplyEvent } from '../providers/provider.ts'
import type { Database } from '../storage/connection.ts'
import { beginReply, type BegunReply } from './beginReply.ts'
import { getConversation, markUsed } from './conversations.ts'
import { getMessage } from './messages.ts'
import { createRunningReply, type RunningReply } from './runningReply.ts'

const saveAgainMilliseconds = 5000

export interface Replies {
  /**
   * Asks for an answer and streams it. The stream ends with `finished`; it breaks only before
   * `started`, with what beginReply throws. An aborted signal or a returned iterator leaves the
   * answer interrupted.
   */
  reply: (input: ReplyInput, signal: AbortSignal) => AsyncIterable<ReplyFrame>
  /** Ends an answer as the user wished; does nothing where it has ended already. */
  stop: (messageId: string) => void
  stopConversation: (conversationId: string) => void
  /** Writes down all that is running, before it returns; for the end of the app. */
  stopAll: () => void
  isRunning: (messageId: string) => boolean
}

export interface ReplyOptions {
  database: Database
  lookup: ProviderLookup
  broadcast: Broadcast<typeof chat>
  log: (message: string, error: unknown) => void
  /** An answer is complete and on disk. */
  onComplete: (answer: Message, conversation: Conversation) => void
  now?: () => number
}

export function createReplies(options: ReplyOptions): Replies {
  const { database, lookup, broadcast, log, onComplete, now = Date.now } = options
  const running = new Map<string, RunningReply>()
  const unsaved = new Map<string, RunningReply>()
  let saveTimer: NodeJS.Timeout | undefined
  let closed = false
  const isRunning = (messageId: string): boolean => running.has(messageId)

  function start(input: ReplyInput): { begun: BegunReply; reply: RunningReply } {
    if (closed) throw new AppError('aborted', 'Parley is closing')
    // What the disk refused until now must not come over an answer that goes on.
    if (input.kind !== 'send') saveNow(input.messageId)
    const begun = beginReply({ database, isRunning, now }, input)
    const reply = createRunningReply({
      database,
      answer: begun.answer,
      log,
      onSettled: (message, saved) => finish(reply, message, saved),
    })
    running.set(begun.answer.id, reply)
    broadcast('conversationChanged', begun.conversation)
    return { begun, reply }
  }

  function finish(reply: RunningReply, message: Message, saved: boolean): void {
    running.delete(message.id)
    if (!saved) {
      unsaved.set(message.id, reply)
      saveTimer ??= setTimeout(saveAgain, saveAgainMilliseconds).unref()
      return
    }
    try {
      markUsed(database, message.conversationId, now())
      const conversation = getConversation(database, message.conversationId)
      broadcast('conversationChanged', conversation)
      if (message.status === 'complete') onComplete(message, conversation)
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
    try {
      for (const messageId of unsaved.keys()) saveNow(messageId)
    } catch {
      // The disk is still full, which the user has been told.
      if (!closed) saveTimer = setTimeout(saveAgain, saveAgainMilliseconds).unref()
    }
  }

  async function* run(input: ReplyInput, leaving: AbortSignal): AsyncGenerator<ReplyFrame> {
    if (leaving.aborted) return
    const { begun, reply } = start(input)
    const interrupt = (): void => reply.settle({ status: 'interrupted', error: null })
    leaving.addEventListener('abort', interrupt, { once: true })
    try {
      yield { type: 'started', conversation: begun.conversation, messages: begun.messages }
      yield* streamFrames(reply, begun, lookup, log)
      const message = reply.settled()
      if (message) yield { type: 'finished', message }
    } finally {
      interrupt()
      leaving.removeEventListener('abort', interrupt)
    }
  }

  return {
    reply: (input, signal) => leaveable((leaving) => run(input, leaving), signal),
    stop(messageId) {
      const reply = running.get(messageId)
      if (reply) reply.settle({ status: 'stopped', error: null })
      else getMessage(database, messageId, isRunning)
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
  }
}

/** Shows what the provider sends until the reply ends, and settles it where the provider fails. */
async function* streamFrames(
  reply: RunningReply,
  { model, turns }: BegunReply,
  lookup: ProviderLookup,
  log: ReplyOptions['log'],
): AsyncGenerator<ReplyFrame> {
  let events: AsyncIterator<ReplyEvent> | undefined
  try {
    const provider: Provider | undefined = await reply.until(lookup(model.providerId))
    const request = { modelId: model.modelId, turns }
    events = provider?.reply(request, reply.signal)[Symbol.asyncIterator]()
    while (events && !reply.settled()) {
      const step = await reply.until(events.next())
      if (!step) return
      if (step.done) throw new AppError('streamBroken', 'The answer ended without its end mark')
      const frame = reply.accept(step.value)
      if (frame) yield frame
    }
  } catch (error) {
    if (!(error instanceof AppError)) log('A provider failed in an unknown way', error)
    reply.settle({ status: 'failed', error: toWire(error) })
  } finally {
    // Not awaited: a provider that hangs must not hold the answer that has ended.
    void Promise.resolve(events?.return?.()).catch(() => undefined)
  }
}

/**
 * A generator that waits for its source takes no `return` until the source answers. This one is
 * told at once, through the signal.
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
