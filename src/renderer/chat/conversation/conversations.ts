import { atom } from 'jotai'
import type { Conversation } from '../../../shared/chat/chat.ts'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import { listedAtOnce } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { whenIdle } from '../../ui/whenIdle.ts'

/** All known conversations, whether or not the list has reached them. */
const knownAtom = atom<ReadonlyMap<string, Conversation>>(new Map())
/** The time of the oldest listed conversation; zero once all are listed. */
const listedSinceAtom = atom(Number.POSITIVE_INFINITY)
const listErrorAtom = atom<WireError>()

export interface ConversationList {
  /** The most recently used first. */
  conversations: readonly Conversation[]
  state: 'loading' | 'ready'
  /** Whether older ones can be loaded. */
  more: boolean
  error: WireError | undefined
}

export const conversationListAtom = atom<ConversationList>((get) => {
  const since = get(listedSinceAtom)
  const error = get(listErrorAtom)
  const conversations = [...get(knownAtom).values()]
    .filter((conversation) => conversation.usedAt >= since)
    .toSorted((first, second) => second.usedAt - first.usedAt)
  const state = since === Number.POSITIVE_INFINITY && !error ? 'loading' : 'ready'
  return { conversations, state, more: since > 0, error }
})

/** The id of the open conversation; null in a new chat without a message. */
export const currentIdAtom = atom<string | null>(null)
export const currentConversationAtom = atom((get) => {
  const id = get(currentIdAtom)
  return id === null ? undefined : get(knownAtom).get(id)
})

export function findConversation(id: string): Conversation | undefined {
  return store.get(knownAtom).get(id)
}

export function putConversation(conversation: Conversation): void {
  store.set(knownAtom, (known) => new Map(known).set(conversation.id, conversation))
}

/**
 * Adds a conversation unless it is known. Streams and events arrive independently: an older state
 * from a stream must not undo an event.
 */
export function putUnlessKnown(conversation: Conversation): void {
  const known = findConversation(conversation.id)
  if (!known || known.usedAt < conversation.usedAt) putConversation(conversation)
}

export function dropConversation(id: string): void {
  store.set(knownAtom, (known) => {
    const rest = new Map(known)
    rest.delete(id)
    return rest
  })
}

let loading: Promise<void> | undefined

/** Loads the next page of the list. Calls during a load share its promise. */
export function loadMoreConversations(): Promise<void> {
  loading ??= loadPage().finally(() => (loading = undefined))
  return loading
}

async function loadPage(): Promise<void> {
  const { conversations, more } = store.get(conversationListAtom)
  if (!more) return
  try {
    const before = conversations.at(-1)?.id ?? null
    listConversations(await api.chat.list({ before, limit: listedAtOnce }))
    store.set(listErrorAtom, undefined)
  } catch (error) {
    store.set(listErrorAtom, toWire(error))
  }
}

/**
 * Lists what main gave with the page. Asks again once the page is idle, because a change in between
 * may have reached nobody.
 */
export async function listGivenConversations(given: readonly Conversation[]): Promise<void> {
  listConversations(given)
  await whenIdle()
  const page = await api.chat.list({ before: null, limit: listedAtOnce })
  for (const conversation of page) putUnlessKnown(conversation)
}

/** Adds the next page of the list, of `listedAtOnce` conversations unless it is the last one. */
function listConversations(page: readonly Conversation[]): void {
  const last = page.length < listedAtOnce ? undefined : page.at(-1)
  store.set(knownAtom, (known) => {
    const grown = new Map(known)
    for (const conversation of page) grown.set(conversation.id, conversation)
    return grown
  })
  store.set(listedSinceAtom, last?.usedAt ?? 0)
}
