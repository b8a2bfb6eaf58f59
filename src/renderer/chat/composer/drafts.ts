const prefix = 'parley.draft.'
const newChat = 'new'
const writeMilliseconds = 300

/** The storage of the drafts: the page's localStorage. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface Drafts {
  get: (conversationId: string | null) => string
  set: (conversationId: string | null, text: string) => void
  /** Stores drafts that are still only in memory. */
  flush: () => void
  /** Returns the ids of the conversations with a stored draft that this page has not changed. */
  conversationIds: () => string[]
}

/** Keeps unsent texts: one per conversation, and one for a new chat. */
export function createDrafts(storage: DraftStorage): Drafts {
  const texts = new Map<string, string>()
  const unwritten = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = (key: string, text: string): void => {
    try {
      if (text === '') storage.removeItem(key)
      else storage.setItem(key, text)
    } catch (error) {
      // A draft too large for the storage lives as long as the page.
      console.warn('A draft could not be kept', error)
    }
  }

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const key of unwritten) write(key, texts.get(key) ?? '')
    unwritten.clear()
  }

  const conversationIds = (): string[] =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((key) => key.startsWith(prefix) && key !== prefix + newChat && !texts.has(key))
      .map((key) => key.slice(prefix.length))

  return {
    flush,
    conversationIds,
    get: (conversationId) => {
      const key = prefix + (conversationId ?? newChat)
      return texts.get(key) ?? storage.getItem(key) ?? ''
    },
    set: (conversationId, text) => {
      const key = prefix + (conversationId ?? newChat)
      texts.set(key, text)
      unwritten.add(key)
      timer ??= setTimeout(flush, writeMilliseconds)
    },
  }
}
