import type { Message } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { newestLength, toThreadMessage } from '../conversation/thread.ts'
import type { Thread, ThreadEntry } from '../conversation/thread.ts'

/** Number of messages loaded on each side of those asked for. */
const aheadLength = 60
/** Number of messages per request. */
const pageLength = 100
/** With more messages in memory, those far from sight are released. */
const maxLoadedMessages = 600

/** Indexes in a thread; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** The requested messages, each with a promise that resolves when it has arrived or failed. */
const asked = new WeakMap<Thread, Map<string, Promise<void>>>()

/**
 * Loads the texts of a span of a conversation with some around it, and releases those far from it
 * and from `kept`. Sets the thread's error if that fails.
 */
export async function loadAround(
  thread: Thread,
  shown: Span,
  kept: readonly Span[],
): Promise<void> {
  const { messages, error } = store.get(thread.stateAtom)
  if (error) return
  const wanted = [shown, ...kept].map((span) => withAhead(span, messages.length))
  const missing = wanted.flatMap((span) => pagesOf(thread, messages, span))
  await Promise.all(missing.map((page) => loadPage(thread, messages, page)))
  letGo(thread, wanted)
}

/** Loads all of a conversation's messages, or the newest `count`. */
export async function loadNewest(thread: Thread, count: number): Promise<void> {
  await thread.known
  const { length } = store.get(thread.stateAtom).messages
  const all = { start: Math.max(0, length - count), end: length }
  const { messages } = store.get(thread.stateAtom)
  for (const page of pagesOf(thread, messages, all)) void loadPage(thread, messages, page)
  await Promise.all([...(asked.get(thread)?.values() ?? [])])
}

/** Lets failed messages be requested again. */
export function forgetFailures(thread: Thread): void {
  asked.delete(thread)
}

function withAhead({ start, end }: Span, length: number): Span {
  return { start: Math.max(0, start - aheadLength), end: Math.min(length, end + aheadLength) }
}

/** Returns the parts of a span that are neither in memory nor requested. */
function pagesOf(thread: Thread, messages: readonly ThreadEntry[], { start, end }: Span): Span[] {
  const onTheirWay = asked.get(thread)
  const pages: Span[] = []
  for (let index = start; index < end; index += 1) {
    const message = messages[index]
    if (!message || message.atom || onTheirWay?.has(message.id)) continue
    const last = pages.at(-1)
    if (last?.end === index && index - last.start < pageLength) last.end += 1
    else pages.push({ start: index, end: index + 1 })
  }
  return pages
}

function loadPage(thread: Thread, messages: readonly ThreadEntry[], page: Span): Promise<void> {
  const ids = messages.slice(page.start, page.end).map(({ id }) => id)
  const onTheirWay = asked.get(thread) ?? new Map<string, Promise<void>>()
  asked.set(thread, onTheirWay)
  const loading = requestPage(thread, messages[page.end]?.id ?? null, ids.length).then(
    (loaded) => {
      for (const id of ids) onTheirWay.delete(id)
      takeIn(thread, loaded)
    },
    (error: unknown) => {
      store.set(thread.stateAtom, (now) => ({ ...now, error: toWire(error) }))
    },
  )
  for (const id of ids) onTheirWay.set(id, loading)
  return loading
}

async function requestPage(
  { conversationId }: Thread,
  before: string | null,
  limit: number,
): Promise<Message[]> {
  return (await api.chat.messages({ conversationId, before, limit })).messages
}

function takeIn(thread: Thread, page: readonly Message[]): void {
  const loaded = new Map(page.map((message) => [message.id, message]))
  store.set(thread.stateAtom, (now) => ({
    ...now,
    messages: now.messages.map((entry) => {
      const message = entry.atom ? undefined : loaded.get(entry.id)
      return message ? toThreadMessage(message) : entry
    }),
  }))
}

function letGo(thread: Thread, wanted: readonly Span[]): void {
  const { messages } = store.get(thread.stateAtom)
  let count = 0
  for (const { atom } of messages) if (atom) count += 1
  if (count <= maxLoadedMessages) return
  const margin = maxLoadedMessages / 4
  const near = (index: number): boolean =>
    index >= messages.length - newestLength ||
    wanted.some(({ start, end }) => index >= start - margin && index < end + margin)
  store.set(thread.stateAtom, (now) => ({
    ...now,
    messages: now.messages.map((entry, index) =>
      entry.atom && !near(index) ? { ...entry, atom: undefined } : entry,
    ),
  }))
}
