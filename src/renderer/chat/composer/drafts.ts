const prefix = 'parley.draft.'
const writeMilliseconds = 300

/** The storage of the drafts: the page's localStorage. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Drafts {
  get: (conversationId: string | null) => string
  set: (conversationId: string | null, text: string) => void
  /** Stores drafts that are still only in memory. */
  flush: () => void
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

  return {
    flush,
    get: (conversationId) => {
      const key = prefix + (conversationId ?? 'new')
      return texts.get(key) ?? storage.getItem(key) ?? ''
    },
    set: (conversationId, text) => {
      const key = prefix + (conversationId ?? 'new')
      texts.set(key, text)
      unwritten.add(key)
      timer ??= setTimeout(flush, writeMilliseconds)
    },
  }
}
