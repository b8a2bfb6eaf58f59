import { atom } from 'jotai'
import type { PrimitiveAtom } from 'jotai'
import type { Message } from '../../shared/chat.ts'
import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import { api } from '../app/bridge.ts'
import { store } from '../app/store.ts'

const pageLength = 40
/** For the way back to a certain message: fewer, larger steps. */
const seekPageLength = 200
const threadsMaximum = 6

/** Each message has an atom of its own, so that only what changes is redrawn. */
export interface ThreadMessage {
  id: string
  atom: PrimitiveAtom<Message>
}

/** The shown branch of one conversation, as far as it is loaded. */
export interface ThreadState {
  state: 'loading' | 'ready'
  /** In reading order. */
  messages: readonly ThreadMessage[]
  /** There are older ones to load. */
  more: boolean
  error: WireError | undefined
}

export interface Thread {
  conversationId: string
  stateAtom: PrimitiveAtom<ThreadState>
  /** Kept once the newest page is there, or could not be loaded. */
  loaded: Promise<void>
}

const loadingState: ThreadState = { state: 'loading', messages: [], more: false, error: undefined }
const settled = Promise.resolve()
/** The one used last comes last. */
const threads = new Map<string, Thread>()
const busyThreads = new Set<string>()

/** The thread of a conversation; it starts to load when it is first asked for. */
export function openThread(conversationId: string): Thread {
  const known = threads.get(conversationId)
  const thread = known ?? { conversationId, stateAtom: atom(loadingState), loaded: settled }
  threads.delete(conversationId)
  threads.set(conversationId, thread)
  if (!known || store.get(thread.stateAtom).error) thread.loaded = reloadThread(thread)
  forgetOldThreads()
  return thread
}

/** A thread that starts with these messages, such as a new chat's first, or goes on with them. */
export function continueThread(conversationId: string, messages: readonly Message[]): Thread {
  const known = threads.get(conversationId)
  const more = (messages[0]?.parentId ?? null) !== null
  const thread = known ?? {
    conversationId,
    stateAtom: atom<ThreadState>({ ...loadingState, state: 'ready', more }),
    loaded: settled,
  }
  threads.set(conversationId, thread)
  for (const message of messages) putMessage(thread, message)
  return thread
}

export function findThread(conversationId: string): Thread | undefined {
  return threads.get(conversationId)
}

export function forgetThread(conversationId: string): void {
  threads.delete(conversationId)
}

/** While a reply is being written into a thread it must not be forgotten. */
export function keepThread(conversationId: string, busy: boolean): void {
  if (busy) busyThreads.add(conversationId)
  else busyThreads.delete(conversationId)
}

function forgetOldThreads(): void {
  const idle = [...threads.keys()].filter((id) => !busyThreads.has(id))
  for (const id of idle.slice(0, Math.max(0, idle.length - threadsMaximum))) threads.delete(id)
}

export function messagesOf(thread: Thread): Message[] {
  return store.get(thread.stateAtom).messages.map((message) => store.get(message.atom))
}

/** Loads the newest page anew, and shows it in place of what was loaded of it. */
export async function reloadThread(thread: Thread): Promise<void> {
  try {
    const page = await loadPage(thread, null, pageLength)
    store.set(thread.stateAtom, (before) => {
      // Older pages stay, as a message's ancestors never change.
      const start = before.messages.findIndex(({ id }) => id === page.messages[0]?.id)
      const older = before.messages.slice(0, Math.max(0, start))
      const messages = [...older, ...reuseAtoms(before.messages, page.messages)]
      const more = start > 0 ? before.more : page.more
      return { state: 'ready', messages, more, error: undefined }
    })
  } catch (error) {
    store.set(thread.stateAtom, (before) => ({ ...before, state: 'ready', error: toWire(error) }))
  }
}

/** Tries again what failed: the first page, or an older one. */
export async function retryThread(thread: Thread): Promise<void> {
  const { messages } = store.get(thread.stateAtom)
  store.set(thread.stateAtom, (now) => ({ ...now, more: true, error: undefined }))
  if (messages.length === 0) await reloadThread(thread)
  else await loadOlder(thread)
}

const loadingOlder = new Set<Thread>()

/** Puts the next older page before what is loaded; tells whether it did. */
export async function loadOlder(thread: Thread, limit = pageLength): Promise<boolean> {
  const { messages, more } = store.get(thread.stateAtom)
  const first = messages[0]
  if (!more || !first || loadingOlder.has(thread)) return false
  loadingOlder.add(thread)
  try {
    const page = await loadPage(thread, first.id, limit)
    const now = store.get(thread.stateAtom)
    // The branch has changed meanwhile: the page belongs to the one before.
    if (now.messages[0] !== first) return false
    const older = page.messages.map(toThreadMessage)
    store.set(thread.stateAtom, { ...now, messages: [...older, ...now.messages], more: page.more })
    return page.messages.length > 0
  } catch (error) {
    store.set(thread.stateAtom, (now) => ({ ...now, more: false, error: toWire(error) }))
    return false
  } finally {
    loadingOlder.delete(thread)
  }
}

/** Loads back to a message; false where the shown branch does not have it. */
export async function seekMessage(thread: Thread, messageId: string): Promise<boolean> {
  for (;;) {
    if (findMessage(thread, messageId)) return true
    if (!(await loadOlder(thread, seekPageLength))) return false
  }
}

function loadPage(
  thread: Thread,
  before: string | null,
  limit: number,
): ReturnType<typeof api.chat.messages> {
  return api.chat.messages({ conversationId: thread.conversationId, before, limit })
}

function toThreadMessage(message: Message): ThreadMessage {
  return { id: message.id, atom: atom(message) }
}

/** A message that is shown already keeps its atom, and with it its place on the screen. */
function reuseAtoms(
  before: readonly ThreadMessage[],
  messages: readonly Message[],
): ThreadMessage[] {
  const known = new Map(before.map((message) => [message.id, message]))
  return messages.map((message) => {
    const existing = known.get(message.id)
    if (!existing) return toThreadMessage(message)
    // What streams here is ahead of the journal on disk.
    if (message.status !== 'streaming') store.set(existing.atom, message)
    return existing
  })
}

/**
 * Puts a message at the end of the shown branch. One that is new takes the place of all that
 * stood after its parent: editing and regenerating start another branch there.
 */
function putMessage(thread: Thread, message: Message): void {
  const { messages } = store.get(thread.stateAtom)
  const existing = messages.find(({ id }) => id === message.id)
  if (existing) {
    store.set(existing.atom, message)
    return
  }
  const kept = upToParent(messages, message.parentId)
  store.set(thread.stateAtom, (state) => ({
    ...state,
    messages: [...kept, toThreadMessage(message)],
  }))
}

function upToParent(
  messages: readonly ThreadMessage[],
  parentId: string | null,
): readonly ThreadMessage[] {
  if (parentId === null) return []
  const parent = messages.findLastIndex(({ id }) => id === parentId)
  return parent < 0 ? messages : messages.slice(0, parent + 1)
}

export function findMessage(thread: Thread, messageId: string): ThreadMessage | undefined {
  return store.get(thread.stateAtom).messages.findLast(({ id }) => id === messageId)
}
