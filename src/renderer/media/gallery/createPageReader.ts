import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'

export interface Page<Entry> {
  entries: readonly Entry[]
  /** Whether there are entries after it. */
  more: boolean
}

export interface ReadPages<Entry> {
  /** The entries read so far, the newest first; undefined until main's first answer. */
  entries: readonly Entry[] | undefined
  more: boolean
  failure: { error: WireError; at: number } | undefined
}

export interface PageReader<Entry> {
  readMore: () => void
  /** Reads on to the end. Resolves to the last entry; undefined if it can't be read. */
  readAll: () => Promise<Entry | undefined>
  /** Reads the newest entries again. What is read of the older ones stays, and so does the place. */
  refresh: () => void
  /** Shows the new state of entries; those for which `change` returns undefined go. */
  change: (change: (entry: Entry) => Entry | undefined) => void
  /**
   * Puts an entry that has come back to its place among those that are read; `isBefore` tells the
   * order. One that is there already, or further back than what is read, changes nothing.
   */
  putBack: (entry: Entry, isBefore: (one: Entry, other: Entry) => boolean) => void
  close: () => void
}

/**
 * Reads a long list page by page, the newest entries first, one request at a time. `read` returns
 * the page after an entry.
 */
export function createPageReader<Entry extends { id: string }>(
  read: (after: Entry | null) => Promise<Page<Entry>>,
  onRead: (state: ReadPages<Entry>) => void,
): PageReader<Entry> {
  let entries: readonly Entry[] | undefined
  let more = false
  let wants: { first: boolean; more: boolean } = { first: true, more: false }
  let isReading = false
  /** Callbacks that wait for the end of the list. */
  let waiting: ((last: Entry | undefined) => void)[] = []
  let isClosed = false
  /** Counts the changes: what was asked for before one may be older than it. */
  let changes = 0

  const tell = (failure?: ReadPages<Entry>['failure']): void => {
    if (!isClosed) onRead({ entries, more, failure })
  }

  async function readFirst(): Promise<void> {
    const before = changes
    const page = await read(null)
    if (before !== changes) {
      wants.first = true
      return
    }
    const known = entries ?? []
    const last = page.entries.at(-1)
    const index = last ? known.findIndex(({ id }) => id === last.id) : -1
    if (page.more && index >= 0) entries = [...page.entries, ...known.slice(index + 1)]
    else [entries, more] = [page.entries, page.more]
  }

  async function readNext(): Promise<void> {
    if (!more) return
    const before = changes
    const page = await read(entries?.at(-1) ?? null)
    if (before !== changes) {
      wants.more = true
      return
    }
    const known = new Set(entries?.map(({ id }) => id))
    entries = [...(entries ?? []), ...page.entries.filter(({ id }) => !known.has(id))]
    more = page.more
  }

  async function work(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      while (!isClosed && (wants.first || wants.more)) {
        const isFirst = wants.first
        if (isFirst) wants.first = false
        else wants.more = false
        await (isFirst ? readFirst() : readNext())
        tell()
        if (waiting.length > 0 && more) wants.more = true
      }
    } catch (error) {
      wants = { first: false, more: false }
      tell({ error: toWire(error), at: Date.now() })
    } finally {
      isReading = false
      settle(more ? undefined : entries?.at(-1))
    }
  }

  function settle(last: Entry | undefined): void {
    const settled = waiting
    waiting = []
    for (const resolve of settled) resolve(last)
  }

  const readMore = (): void => {
    // Without a first page there is nothing to go on from.
    if (entries) wants.more = true
    else wants.first = true
    void work()
  }

  void work()
  return {
    readMore,
    readAll: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        // A read in progress continues until those who wait are served.
        if (!isReading) readMore()
      }),
    refresh() {
      wants.first = true
      void work()
    },
    change(change) {
      changes += 1
      entries = entries?.flatMap((entry) => change(entry) ?? [])
      if (entries) tell()
    },
    putBack(entry, isBefore) {
      if (!entries || entries.some(({ id }) => id === entry.id)) return
      const next = entries.findIndex((other) => isBefore(entry, other))
      if (next < 0 && more) return
      changes += 1
      const place = next < 0 ? entries.length : next
      entries = [...entries.slice(0, place), entry, ...entries.slice(place)]
      tell()
    },
    close() {
      isClosed = true
      settle(undefined)
    },
  }
}
