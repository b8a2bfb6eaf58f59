import type { Message } from '../../../shared/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { newestLength, toThreadMessage } from '../conversation/thread.ts'
import type { Thread, ThreadEntry } from '../conversation/thread.ts'

/** So many messages to either side of what is asked for are loaded with it. */
const aheadLength = 60
/** So many are asked for at a time. */
const pageLength = 100
/** With more than that in memory, what is far from sight is let go. */
const loadedMaximum = 600

/** Indices in a thread; the end is not part of it. */
export interface Span {
  start: number
  end: number
}

/** The messages that were asked for, with what is kept when they have come or could not. */
const asked = new WeakMap<Thread, Map<string, Promise<void>>>()

/**
 * Brings the texts of a stretch of a conversation into memory, with some around it, and lets go
 * of those that are far from it and from `kept`. A failure is the thread's error.
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

/** Loads all of a conversation's messages, or as many of the newest. */
export async function loadNewest(thread: Thread, count: number): Promise<void> {
  await thread.known
  const { length } = store.get(thread.stateAtom).messages
  const all = { start: Math.max(0, length - count), end: length }
  const { messages } = store.get(thread.stateAtom)
  for (const page of pagesOf(thread, messages, all)) void loadPage(thread, messages, page)
  await Promise.all([...(asked.get(thread)?.values() ?? [])])
}

/** What failed may be asked for again. */
export function forgetFailures(thread: Thread): void {
  asked.delete(thread)
}

function withAhead({ start, end }: Span, length: number): Span {
  return { start: Math.max(0, start - aheadLength), end: Math.min(length, end + aheadLength) }
}

/** The stretches in it that are neither in memory nor on their way. */
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
  if (count <= loadedMaximum) return
  const margin = loadedMaximum / 4
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
