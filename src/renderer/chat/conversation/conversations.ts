import { atom } from 'jotai'
import type { Atom } from 'jotai'
import type { Conversation } from '../../../shared/chat/chat.ts'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import { listedAtOnce } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { whenIdle } from '../../ui/whenIdle.ts'

/** All known conversations, whether or not the list has reached them. */
const knownAtom = atom<ReadonlyMap<string, Conversation>>(new Map())

export interface ConversationList {
  /** The most recently used first. */
  conversations: readonly Conversation[]
  state: 'loading' | 'ready'
  /** Whether older ones can be loaded. */
  more: boolean
  error: WireError | undefined
}

/** A list that grows by pages as the user scrolls. */
export interface PagedList {
  atom: Atom<ConversationList>
  /** Loads the next page. Calls during a load share its promise. */
  loadMore: () => Promise<void>
}

interface OpenList extends PagedList {
  /** Adds the next page, of `listedAtOnce` conversations unless it is the last one. */
  add: (page: readonly Conversation[]) => void
}

type ReadPage = (page: { before: string | null; limit: number }) => Promise<Conversation[]>

function createList(isArchived: boolean, readPage: ReadPage): OpenList {
  /** The time of the oldest listed conversation; zero once all are listed. */
  const sinceAtom = atom(Number.POSITIVE_INFINITY)
  const errorAtom = atom<WireError>()
  const listAtom = atom((get): ConversationList => {
    const since = get(sinceAtom)
    const error = get(errorAtom)
    const conversations = [...get(knownAtom).values()]
      .filter((conversation) => conversation.isArchived === isArchived)
      .filter((conversation) => conversation.usedAt >= since)
      .toSorted((first, second) => second.usedAt - first.usedAt)
    const state = since === Number.POSITIVE_INFINITY && !error ? 'loading' : 'ready'
    return { conversations, state, more: since > 0, error }
  })

  function add(page: readonly Conversation[]): void {
    const last = page.length < listedAtOnce ? undefined : page.at(-1)
    store.set(knownAtom, (known) => {
      const grown = new Map(known)
      for (const conversation of page) grown.set(conversation.id, conversation)
      return grown
    })
    store.set(sinceAtom, last?.usedAt ?? 0)
  }

  async function loadPage(): Promise<void> {
    const { conversations, more } = store.get(listAtom)
    if (!more) return
    try {
      const before = conversations.at(-1)?.id ?? null
      add(await readPage({ before, limit: listedAtOnce }))
      store.set(errorAtom, undefined)
    } catch (error) {
      store.set(errorAtom, toWire(error))
    }
  }

  let loading: Promise<void> | undefined
  return {
    atom: listAtom,
    loadMore: () => (loading ??= loadPage().finally(() => (loading = undefined))),
    add,
  }
}

const openChats = createList(false, (page) => api.chat.list(page))

/** The chats outside the archive. */
export const chatList: PagedList = openChats
export const archiveList: PagedList = createList(true, (page) => api.chat.archived(page))

export const conversationListAtom = chatList.atom

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

/**
 * Lists what main gave with the page. Asks again once the page is idle, because a change in between
 * may have reached nobody.
 */
export async function listGivenConversations(given: readonly Conversation[]): Promise<void> {
  openChats.add(given)
  await whenIdle()
  const page = await api.chat.list({ before: null, limit: listedAtOnce })
  for (const conversation of page) putUnlessKnown(conversation)
}
