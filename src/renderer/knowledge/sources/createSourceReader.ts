import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Source } from '../../../shared/knowledge/knowledge.ts'

export interface SourcePage {
  sources: readonly Source[]
  /** Whether there are sources after it. */
  more: boolean
}

export interface ReadSources {
  /** The sources read so far, by name; undefined until main's first answer. */
  sources: readonly Source[] | undefined
  more: boolean
  failure: { error: WireError; at: number } | undefined
}

export interface SourceReader {
  /** Reads the next page. */
  readMore: () => void
  /** Reads the pages again that the user sees. */
  refresh: () => void
  /** Tells which sources the user sees, by their indexes. */
  setShown: (first: number, last: number) => void
  close: () => void
}

/**
 * Reads the sources of a base page by page, one request at a time. `read` returns the page after a
 * source. A base may have 100,000 sources, so that only those in sight are read again.
 */
export function createSourceReader(
  read: (after: string | null) => Promise<SourcePage>,
  onRead: (state: ReadSources) => void,
): SourceReader {
  let pages: readonly SourcePage[] = []
  let shown = { first: 0, last: 0 }
  let wantsMore = true
  let wantsRefresh = false
  let isReading = false
  let isClosed = false

  const tell = (failure?: ReadSources['failure']): void => {
    if (isClosed) return
    const more = pages.at(-1)?.more ?? false
    const isRead = pages.length > 0 || failure !== undefined
    const sources = isRead ? pages.flatMap((page) => page.sources) : undefined
    onRead({ sources, more, failure })
  }
  const lastIdBefore = (index: number): string | null =>
    pages[index - 1]?.sources.at(-1)?.id ?? null

  async function readNext(): Promise<void> {
    if (pages.at(-1)?.more === false) return
    const page = await read(lastIdBefore(pages.length))
    pages = [...pages, page]
  }

  async function readShownAgain(): Promise<void> {
    let start = 0
    for (const [index, page] of pages.entries()) {
      const end = start + page.sources.length
      const isShown = end > shown.first && start <= shown.last
      start = end
      if (!isShown && index > 0) continue
      const fresh = await read(lastIdBefore(index))
      const isSameList = sameIds(page.sources, fresh.sources) && page.more === fresh.more
      pages = pages.with(index, fresh)
      if (isSameList) continue
      // The pages behind it may begin elsewhere now.
      pages = pages.slice(0, index + 1)
      wantsMore ||= fresh.more && start <= shown.last
      return
    }
  }

  async function work(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      while (!isClosed && (wantsMore || wantsRefresh)) {
        if (wantsRefresh && pages.length > 0) {
          wantsRefresh = false
          await readShownAgain()
        } else {
          wantsMore = wantsRefresh = false
          await readNext()
        }
        tell()
      }
    } catch (error) {
      wantsMore = wantsRefresh = false
      // The next try begins anew: the source that a page begins after may be gone.
      pages = []
      tell({ error: toWire(error), at: Date.now() })
    } finally {
      isReading = false
    }
  }

  void work()
  return {
    readMore() {
      wantsMore = true
      void work()
    },
    refresh() {
      wantsRefresh = true
      void work()
    },
    setShown(first, last) {
      shown = { first, last }
    },
    close() {
      isClosed = true
    },
  }
}

function sameIds(first: readonly Source[], second: readonly Source[]): boolean {
  return first.length === second.length && first.every(({ id }, index) => id === second[index]?.id)
}
