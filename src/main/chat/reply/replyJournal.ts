import type { Database } from '../../storage/connection.ts'
import { appendToJournal, type JournalEntry } from '../history/journal.ts'

/** A kill loses at most 250 ms of a reply, which leaves room for a late timer. */
const journalMilliseconds = 100
/** The pause before another attempt on a full disk. */
const refusalMilliseconds = 1000

/** Writes what arrives of a reply to the journal, several entries at a time. */
export interface ReplyJournal {
  /** Adds an entry, which is written soon. */
  note: (entry: JournalEntry) => void
  /** Writes right after the work of this moment, such as showing the first words. */
  writeSoon: () => void
  /** Writes what has come and waits for the disk. Errors: diskFull. */
  commit: () => void
  /** Ends the writing; what is not written yet is the caller's to save. */
  stop: () => void
}

interface ReplyJournalOptions {
  database: Database
  messageId: string
  log: (message: string, error: unknown) => void
}

export function createReplyJournal({
  database,
  messageId,
  log,
}: ReplyJournalOptions): ReplyJournal {
  let pending: JournalEntry[] = []
  let pendingSince = 0
  let timer: NodeJS.Timeout | undefined
  let refusedUntil = 0

  function write(): void {
    const pause = refusedUntil - performance.now()
    if (pause > 0) return writeIn(pause)
    stop()
    if (pending.length === 0) return
    try {
      appendToJournal(database, messageId, joinEntries(pending))
      pending = []
    } catch (error) {
      // The user reads on. The text waits for the next attempt, even if nothing more arrives.
      if (refusedUntil === 0) log('A reply could not be journalled', error)
      refusedUntil = performance.now() + refusalMilliseconds
      writeIn(refusalMilliseconds)
    }
  }

  function writeIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(write, milliseconds)
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    note(entry) {
      if (pending.length === 0) pendingSince = performance.now()
      pending.push(entry)
      // A timer alone would wait as long as the provider keeps the event loop busy.
      if (performance.now() - pendingSince >= journalMilliseconds) write()
      else timer ??= setTimeout(write, journalMilliseconds)
    },
    writeSoon: () => writeIn(0),
    commit() {
      stop()
      appendToJournal(database, messageId, joinEntries(pending), 'synced')
      pending = []
    },
    stop,
  }
}

/**
 * Joins neighbouring text entries, so that the journal's rows grow with time and not with tokens.
 */
function joinEntries(entries: readonly JournalEntry[]): JournalEntry[] {
  const joined: JournalEntry[] = []
  let texts: string[] = []
  entries.forEach((entry, index) => {
    if (entry.kind !== 'text' && entry.kind !== 'reasoning') {
      joined.push(entry)
      return
    }
    texts.push(entry.value)
    if (entries[index + 1]?.kind === entry.kind) return
    joined.push({ kind: entry.kind, value: texts.join('') })
    texts = []
  })
  return joined
}
