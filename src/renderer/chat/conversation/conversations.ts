import { atom } from 'jotai'
import type { Atom } from 'jotai'
import type { Conversation } from '../../../shared/chat/chat.ts'
import type { ChatSort } from '../../../shared/chat/chatList.ts'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import { listedAtOnce, maxPinnedChats } from '../../../shared/limits.ts'
import type { StartData } from '../../../shared/startData.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { putFolders, loadFolders } from '../../folders/folderList.ts'
import { whenIdle } from '../../ui/whenIdle.ts'
import { compareBy, placeKey, type ListOrder } from './listOrder.ts'

/** All known conversations, whether or not a list has reached them. */
const knownAtom = atom<ReadonlyMap<string, Conversation>>(new Map())

/** The known conversations of each list, in one pass however many lists there are. */
export const knownByPlaceAtom = atom((get): ReadonlyMap<string, readonly Conversation[]> => {
  const places = new Map<string, Conversation[]>()
  for (const conversation of get(knownAtom).values()) {
    const key = placeKey(conversation)
    const others = places.get(key)
    if (others) others.push(conversation)
    else places.set(key, [conversation])
  }
  return places
})

export interface ConversationList {
  /** In the order of the list. */
  conversations: readonly Conversation[]
  state: 'loading' | 'ready'
  /** Whether more can be loaded. */
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

type ReadPage = (page: {
  before: string | null
  limit: number
  sort: ChatSort
}) => Promise<Conversation[]>

/** The end of what is read of a list: its last conversation as it was then, or the end. */
interface Reached {
  order: ListOrder
  last: Conversation | 'end'
}

/** The order that the user has chosen for the list of chats. */
export const chatSortAtom = atom((get): ChatSort => get(preferencesAtom)?.chats.sort ?? 'used')

interface ListOptions {
  place: string
  orderAtom: Atom<ListOrder>
  readPage: ReadPage
  pageLength?: number
}

function createList(options: ListOptions): OpenList {
  const { place, orderAtom, readPage, pageLength = listedAtOnce } = options
  const reachedAtom = atom<Reached>()
  const errorAtom = atom<WireError>()
  const listAtom = atom((get): ConversationList => {
    const order = get(orderAtom)
    const reached = get(reachedAtom)
    const error = get(errorAtom)
    // After a change of the order, what was read says nothing about it.
    if (reached?.order !== order) {
      return { conversations: [], state: error ? 'ready' : 'loading', more: true, error }
    }
    const { last } = reached
    const compare = compareBy[order]
    const conversations = (get(knownByPlaceAtom).get(place) ?? [])
      .filter((conversation) => last === 'end' || compare(conversation, last) <= 0)
      .toSorted(compare)
    return { conversations, state: 'ready', more: last !== 'end', error }
  })

  function add(page: readonly Conversation[], order = store.get(orderAtom)): void {
    putConversations(page)
    const last = page.length < pageLength ? 'end' : (page.at(-1) ?? 'end')
    store.set(reachedAtom, { order, last })
  }

  async function loadPage(): Promise<void> {
    const order = store.get(orderAtom)
    const { conversations, more } = store.get(listAtom)
    if (!more) return
    try {
      const sort = order === 'pinned' ? 'used' : order
      // The last one shown, because the last one read may be gone or elsewhere.
      const before = conversations.at(-1)?.id ?? null
      add(await readPage({ before, limit: pageLength, sort }), order)
      store.set(errorAtom, undefined)
    } catch (error) {
      store.set(errorAtom, toWire(error))
    }
    // A call for the new order meanwhile has been given this page's promise.
    if (store.get(orderAtom) !== order) await loadPage()
  }

  let loading: Promise<void> | undefined
  return {
    atom: listAtom,
    loadMore: () => (loading ??= loadPage().finally(() => (loading = undefined))),
    add,
  }
}

const looseChats = createList({
  place: 'loose',
  orderAtom: chatSortAtom,
  readPage: (page) => api.chat.list({ ...page, place: 'loose' }),
})
const pinnedChats = createList({
  place: 'pinned',
  orderAtom: atom<ListOrder>('pinned'),
  readPage: ({ before, limit }) => api.chat.list({ before, limit, place: 'pinned' }),
  pageLength: maxPinnedChats,
})

/** The chats in no folder, without the pinned ones. */
export const chatList: PagedList = looseChats
/** All pinned chats. */
export const pinnedList: PagedList = pinnedChats
export const archiveList: PagedList = createList({
  place: 'archive',
  orderAtom: atom<ListOrder>('used'),
  readPage: ({ before, limit }) => api.chat.archived({ before, limit }),
})

const folderLists = new Map<string, OpenList>()

/** Returns the list of the chats in a folder, without the pinned ones. */
export function chatsInFolder(folderId: string): PagedList {
  return listOfFolder(folderId)
}

function listOfFolder(folderId: string): OpenList {
  let list = folderLists.get(folderId)
  if (!list) {
    list = createList({
      place: folderId,
      orderAtom: chatSortAtom,
      readPage: (page) => api.chat.list({ ...page, place: folderId }),
    })
    folderLists.set(folderId, list)
  }
  return list
}

/** The chats used last, wherever they are but in the archive, as far as they are known. */
export const recentChatsAtom = atom((get): Pick<ConversationList, 'conversations' | 'state'> => {
  const known = [...get(knownAtom).values()].filter(({ isArchived }) => !isArchived)
  const state = get(areRecentReadAtom) ? 'ready' : 'loading'
  return { conversations: known.toSorted(compareBy.used), state }
})

/** Whether main has answered for the chats used last, be it with an error. */
const areRecentReadAtom = atom(false)

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
  putConversations([conversation])
}

export function putConversations(conversations: readonly Conversation[]): void {
  store.set(knownAtom, (known) => {
    const grown = new Map(known)
    for (const conversation of conversations) grown.set(conversation.id, conversation)
    return grown
  })
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

/** Shows the list of chats as it came with the page, and asks main for what did not. */
export async function listConversations(given: StartData | undefined): Promise<void> {
  if (!given?.conversations || !given.order) return readLists()
  const { folders, pinned, loose, opened } = given.order
  putFolders(folders)
  pinnedChats.add(pinned)
  looseChats.add(loose ?? given.conversations)
  for (const { folderId, conversations } of opened) listOfFolder(folderId).add(conversations)
  for (const conversation of given.conversations) putUnlessKnown(conversation)
  store.set(areRecentReadAtom, true)
  // A change in between may have reached nobody.
  await whenIdle()
  await Promise.all([putRecent(), loadFolders()])
}

/** Reads the first page of each part of the list that is not read. Failures stand in the list. */
export async function readLists(): Promise<void> {
  await Promise.all([pinnedChats.loadMore(), looseChats.loadMore(), loadFolders(), putRecent()])
}

async function putRecent(): Promise<void> {
  try {
    const page = await api.chat.list({ before: null, limit: listedAtOnce })
    for (const conversation of page) putUnlessKnown(conversation)
  } finally {
    store.set(areRecentReadAtom, true)
  }
}
