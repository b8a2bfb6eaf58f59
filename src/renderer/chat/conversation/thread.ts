import { atom } from 'jotai'
import type { PrimitiveAtom } from 'jotai'
import type { Message } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { columnMessagesAtom } from './columnMessages.ts'

/** Number of newest messages that are loaded first and always stay in memory. */
export const newestLength = 40
const maxThreads = 6

/** A message with an atom of its own, so that only changed messages are redrawn. */
export interface ThreadMessage {
  id: string
  role: Message['role']
  /** The approximate length of its text. */
  length: number
  atom: PrimitiveAtom<Message>
}

/** A message whose content is not in memory. */
export interface FarMessage extends Omit<ThreadMessage, 'atom'> {
  atom: undefined
}

export type ThreadEntry = ThreadMessage | FarMessage

/** The shown branch of a conversation. */
export interface ThreadState {
  state: 'loading' | 'ready'
  /** In reading order: at first the newest ones, soon all of them. */
  messages: readonly ThreadEntry[]
  /** Whether there are older messages that are not known yet. */
  more: boolean
  error: WireError | undefined
}

export interface Thread {
  conversationId: string
  stateAtom: PrimitiveAtom<ThreadState>
  /** The number of loads of the newest page so far. Only the latest counts. */
  loads: number
  /** Resolves once the newest page has arrived or failed to load. */
  loaded: Promise<void>
  /** Resolves once all messages are known, or could not be loaded. */
  known: Promise<void>
}

const loadingState: ThreadState = { state: 'loading', messages: [], more: false, error: undefined }
const settled = Promise.resolve()
/** Ordered by last use, the latest at the end. */
const threads = new Map<string, Thread>()
const busyThreads = new Set<string>()

/** Returns the thread of a conversation and starts to load it at the first call. */
export function openThread(conversationId: string): Thread {
  const known = threads.get(conversationId)
  const thread = known ?? createThread(conversationId, loadingState)
  threads.delete(conversationId)
  threads.set(conversationId, thread)
  if (!known || store.get(thread.stateAtom).error) void reloadThread(thread)
  forgetOldThreads()
  return thread
}

/**
 * Starts a thread with these messages, such as a new chat's first, or appends them to a known one.
 */
export function continueThread(conversationId: string, messages: readonly Message[]): Thread {
  const known = threads.get(conversationId)
  const more = (messages[0]?.parentId ?? null) !== null
  const thread = known ?? createThread(conversationId, { ...loadingState, state: 'ready', more })
  threads.set(conversationId, thread)
  for (const message of messages) putMessage(thread, message)
  if (!known && more) thread.known = outlineThread(thread)
  return thread
}

function createThread(conversationId: string, state: ThreadState): Thread {
  return { conversationId, stateAtom: atom(state), loads: 0, loaded: settled, known: settled }
}

export function findThread(conversationId: string): Thread | undefined {
  return threads.get(conversationId)
}

export function forgetThread(conversationId: string): void {
  threads.delete(conversationId)
}

/** Keeps a thread in memory while a reply is being written into it. */
export function keepThread(conversationId: string, busy: boolean): void {
  if (busy) busyThreads.add(conversationId)
  else busyThreads.delete(conversationId)
}

function forgetOldThreads(): void {
  const idle = [...threads.keys()].filter((id) => !busyThreads.has(id))
  for (const id of idle.slice(0, Math.max(0, idle.length - maxThreads))) threads.delete(id)
}

/** Returns the messages in memory, which always include the newest. */
export function messagesOf(thread: Thread): Message[] {
  return store
    .get(thread.stateAtom)
    .messages.flatMap((message) => (message.atom ? store.get(message.atom) : []))
}

/** Reloads the newest page and replaces what is known of it. */
export function reloadThread(thread: Thread): Promise<void> {
  thread.loads += 1
  thread.loaded = loadNewest(thread)
  thread.known = thread.loaded.then(() => outlineThread(thread))
  return thread.loaded
}

/** Counts how often messages in the middle of a chat were deleted, or put back. */
export const treeRevisionAtom = atom(0)

/**
 * Reloads a thread in which messages were deleted, or put back, after `parentId`. All its messages
 * are known once it resolves.
 */
export function rebuildThread(thread: Thread, parentId: string | null): Promise<void> {
  thread.loads += 1
  thread.loaded = loadNewest(thread, { parentId })
  thread.known = thread.loaded
  store.set(treeRevisionAtom, (revision) => revision + 1)
  return thread.loaded
}

/**
 * Loads the newest page, and drops it if a later load has begun meanwhile. `changed` names the place
 * where the ancestors of the newest messages are others than before.
 */
async function loadNewest(thread: Thread, changed?: { parentId: string | null }): Promise<void> {
  const load = thread.loads
  try {
    const page = await api.chat.messages({
      conversationId: thread.conversationId,
      before: null,
      limit: newestLength,
    })
    const first = page.messages[0]
    const { messages } = store.get(thread.stateAtom)
    // Older messages stay: only deletions change a message's ancestors.
    const start = changed ? -1 : messages.findIndex(({ id }) => id === first?.id)
    const isOtherBranch = start < 0 && messages.length > 0
    const outline = first && page.more && isOtherBranch ? await loadOutline(thread, first.id) : []
    if (load !== thread.loads) return
    store.set(thread.stateAtom, (before) => {
      const reused = start < 0 ? reuseEntries(before.messages, outline) : []
      const older = start < 0 ? reused.map(keepUnless(changed)) : before.messages.slice(0, start)
      const newest = reuseAtoms(before.messages, page.messages)
      const more = start < 0 ? page.more && outline.length === 0 : before.more
      return { state: 'ready', messages: [...older, ...newest], more, error: undefined }
    })
  } catch (error) {
    if (load !== thread.loads) return
    store.set(thread.stateAtom, (before) => ({ ...before, state: 'ready', error: toWire(error) }))
  }
}

/** Loads again what failed to load. */
export async function retryThread(thread: Thread): Promise<void> {
  const { messages } = store.get(thread.stateAtom)
  store.set(thread.stateAtom, (now) => ({ ...now, error: undefined }))
  if (messages.length === 0) await reloadThread(thread)
  else await (thread.known = outlineThread(thread))
}

/** Puts the outline of the older messages, without their texts, before the known ones. */
async function outlineThread(thread: Thread): Promise<void> {
  const { messages, more } = store.get(thread.stateAtom)
  const first = messages[0]
  if (!more || !first) return
  try {
    const outline = await loadOutline(thread, first.id)
    store.set(thread.stateAtom, (now) => {
      // The branch has changed meanwhile: this outline belongs to the one before.
      if (now.messages[0]?.id !== first.id || !now.more) return now
      return { ...now, messages: [...outline, ...now.messages], more: false }
    })
  } catch (error) {
    store.set(thread.stateAtom, (now) => ({ ...now, error: toWire(error) }))
  }
}

async function loadOutline(thread: Thread, before: string): Promise<FarMessage[]> {
  const outline = await api.chat.outline({ conversationId: thread.conversationId, before })
  return outline.map(({ id, role, length }) => ({ id, role, length, atom: undefined }))
}

/** Resolves once it is known whether the shown branch has the message, to whether it has. */
export async function seekMessage(thread: Thread, messageId: string): Promise<boolean> {
  const isKnown = (): boolean =>
    store.get(thread.stateAtom).messages.some(({ id }) => id === messageId)
  if (isKnown()) return true
  await thread.loaded
  await thread.known
  return isKnown()
}

export function toThreadMessage(message: Message): ThreadMessage {
  const { id, role } = message
  return { id, role, length: lengthOf(message), atom: columnAtom(message) ?? atom(message) }
}

/** Returns the atom that an answer in a column has already, whose words go there. */
function columnAtom(message: Message): PrimitiveAtom<Message> | undefined {
  const known = store.get(columnMessagesAtom).get(message.id)
  // The streamed state is newer than the journal on disk.
  if (known && message.status !== 'streaming') store.set(known, message)
  return known
}

function lengthOf({ parts }: Message): number {
  return parts.reduce((length, part) => length + ('text' in part ? part.text.length : 100), 0)
}

/** Keeps the atoms of messages in memory, and so their place on the screen. */
function reuseAtoms(before: readonly ThreadEntry[], messages: readonly Message[]): ThreadMessage[] {
  const known = new Map(before.map((message) => [message.id, message]))
  return messages.map((message) => {
    const existing = known.get(message.id)
    if (!existing?.atom) return toThreadMessage(message)
    // The streamed state is newer than the journal on disk.
    if (message.status !== 'streaming') store.set(existing.atom, message)
    return existing
  })
}

function reuseEntries(
  before: readonly ThreadEntry[],
  outline: readonly FarMessage[],
): ThreadEntry[] {
  const known = new Map(before.map((message) => [message.id, message]))
  return outline.map((message) => known.get(message.id) ?? message)
}

/**
 * Returns a function that releases the texts of messages whose parent or versions have changed, so
 * that they are loaded again.
 */
function keepUnless(
  changed: { parentId: string | null } | undefined,
): (entry: ThreadEntry, index: number, all: readonly ThreadEntry[]) => ThreadEntry {
  return (entry, index, all) => {
    if (!changed || !entry.atom) return entry
    const { parentId } = store.get(entry.atom)
    const isSame = parentId === (all[index - 1]?.id ?? null) && parentId !== changed.parentId
    return isSame ? entry : { ...entry, atom: undefined }
  }
}

/**
 * Puts a message at the end of the shown branch. A new one replaces everything after its parent:
 * editing and regenerating start another branch there.
 */
function putMessage(thread: Thread, message: Message): void {
  const { messages } = store.get(thread.stateAtom)
  const at = messages.findLastIndex(({ id }) => id === message.id)
  const existing = messages[at]
  if (existing?.atom) {
    store.set(existing.atom, message)
    return
  }
  const entry = toThreadMessage(message)
  const changed = existing
    ? messages.with(at, entry)
    : [...upToParent(messages, message.parentId), entry]
  store.set(thread.stateAtom, (state) => ({ ...state, messages: changed }))
}

function upToParent(
  messages: readonly ThreadEntry[],
  parentId: string | null,
): readonly ThreadEntry[] {
  if (parentId === null) return []
  const parent = messages.findLastIndex(({ id }) => id === parentId)
  return parent < 0 ? messages : messages.slice(0, parent + 1)
}

/** Returns an answer of the shown branch, or in a column beside it, if it is in memory. */
export function findAnswer(thread: Thread, id: string): PrimitiveAtom<Message> | undefined {
  return findMessage(thread, id)?.atom ?? store.get(columnMessagesAtom).get(id)
}

/** Returns the message if it is in memory. */
export function findMessage(thread: Thread, messageId: string): ThreadMessage | undefined {
  const found = store.get(thread.stateAtom).messages.findLast(({ id }) => id === messageId)
  return found?.atom && found
}

/** Tells the shown answer of a question which versions and columns it has by now. */
export function updateVersions(thread: Thread, { parentId, siblings, columns }: Message): void {
  const { messages } = store.get(thread.stateAtom)
  const shown = messages.findLast(({ atom: its }) => its && store.get(its).parentId === parentId)
  if (!shown?.atom) return
  store.set(shown.atom, (before) => ({ ...before, siblings, ...(columns && { columns }) }))
}
