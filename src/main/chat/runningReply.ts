import type { Message, ReplyFrame } from '../../shared/chat.ts'
import { toWire } from '../../shared/errors.ts'
import type { Citation, Part, Usage, Warning } from '../../shared/parts.ts'
import type { Database } from '../storage/connection.ts'
import { createCitationList } from './citationList.ts'
import { appendToJournal, type JournalEntry } from './journal.ts'
import { atRest } from './toolCallStates.ts'
import { joinContinuation } from './messageParts.ts'
import { finishMessage, getMessage, type Outcome } from './messages.ts'
import { joinPieces, type Piece } from './pieces.ts'
import { createReplyBounds, shortenCitation, type Refusal } from './replyBounds.ts'
import type { Ending, ReplyInputEvent } from './replyInput.ts'
import { addUsage } from './addUsage.ts'

/** A kill loses at most 250 ms of a reply, which leaves room for a late timer. */
const journalMilliseconds = 100
/** The pause before another attempt on a full disk. */
const refusalMilliseconds = 1000

/** One answer while it is written: its content so far, and its end. */
export interface RunningReply {
  readonly answer: Message
  /** Fires when the reply has ended for any reason. */
  readonly signal: AbortSignal
  /** Takes an event and returns the frame to show, if any. */
  accept: (event: ReplyInputEvent) => ReplyFrame | undefined
  /** Returns whether another picture or sound fits, before it is stored. */
  hasRoomForFile: () => boolean
  /** Returns the parts since it began or was continued. */
  added: () => Part[]
  /** Returns all parts, including those from before it was continued. */
  parts: () => Part[]
  /** Journals what has come and waits for the disk. Errors: diskFull. */
  commit: () => void
  /** Ends the reply and saves it; only the first ending counts. */
  settle: (ending: Ending) => void
  /** Returns the message as it ended: on disk, or failed if the disk refused it. */
  settled: () => Message | undefined
  /** Resolves to the work's result, or to undefined as soon as the reply has ended. */
  until: <T>(work: Promise<T>) => Promise<T | undefined>
  /** Saves an ending that the disk refused. Errors: diskFull. */
  save: () => void
}

interface RunningReplyOptions {
  database: Database
  answer: Message
  log: (message: string, error: unknown) => void
  onSettled: (message: Message, saved: boolean) => void
}

export function createRunningReply(options: RunningReplyOptions): RunningReply {
  const { database, answer, log, onSettled } = options
  const controller = new AbortController()
  const startedAt = performance.now()
  const pieces: Piece[] = []
  const bounds = createReplyBounds(answer)
  const citations = createCitationList(answer.citations)
  const warnings: Warning[] = []
  let pending: JournalEntry[] = []
  let pendingSince = 0
  let paragraph = false
  let timer: NodeJS.Timeout | undefined
  let wake: (() => void) | undefined
  let requestId: string | null = null
  let usage: Usage | null = null
  let firstTokenMilliseconds: number | null = null
  let refusedUntil = 0
  let outcome: Outcome | undefined
  let settled: Message | undefined

  function accept(event: ReplyInputEvent): ReplyFrame | undefined {
    if (settled) return undefined
    const refusal = bounds.admit(event)
    if (refusal) return refuse(refusal)
    switch (event.type) {
      case 'text':
      case 'reasoning':
        return acceptText(event.type, event.text)
      case 'textEnd':
        paragraph = pieces.at(-1)?.type === 'text'
        return undefined
      case 'citation':
        return acceptCitation(event.citation)
      case 'warning':
        return acceptWarning(event.warning)
      case 'request':
        requestId = event.requestId
        note({ kind: 'request', value: event.requestId })
        return undefined
      case 'usage':
        usage = addUsage(usage, event.usage)
        return undefined
      case 'reasoningSeal':
        addPiece({ ...event, type: 'seal' })
        return undefined
      case 'toolCall':
        addPiece(event)
        return { type: 'toolCall', id: event.id, name: event.name, arguments: event.arguments }
      case 'waiting':
        return event
      case 'toolProgress':
      case 'toolResult':
      case 'file':
        addPiece(event)
        return event
    }
  }

  /**
   * Returns the warning about omitted content, and ends an answer of which no more can be shown.
   */
  function refuse({ warning, ending }: Refusal): ReplyFrame | undefined {
    const isNew = warning && !bounds.admit({ type: 'warning', warning })
    const frame = isNew ? acceptWarning(warning) : undefined
    if (ending) settle(ending)
    return frame
  }

  function acceptText(type: 'text' | 'reasoning', given: string): ReplyFrame | undefined {
    if (given === '') return undefined
    const begins = paragraph && type === 'text' && pieces.at(-1)?.type === 'text'
    const text = begins ? `\n\n${given}` : given
    if (type === 'text') paragraph = false
    const isFirst = firstTokenMilliseconds === null && type === 'text'
    if (isFirst) firstTokenMilliseconds = sinceStart()
    pieces.push({ type, text })
    note({ kind: type, value: text })
    if (isFirst) journalSoon()
    return { type, text }
  }

  function acceptCitation(given: Citation): ReplyFrame | undefined {
    const short = shortenCitation(given)
    if (!citations.hasRoomFor(short)) return refuse({ warning: { code: 'sourcesLeftOut' } })
    const citation = citations.add(short)
    if (!citation) return undefined
    note({ kind: 'citation', value: citation })
    return { type: 'citation', citation }
  }

  function acceptWarning(warning: Warning): ReplyFrame {
    warnings.push(warning)
    note({ kind: 'warning', value: warning })
    return { type: 'warning', warning }
  }

  function addPiece(piece: Piece): void {
    pieces.push(piece)
    note({ kind: 'piece', value: piece })
  }

  function note(entry: JournalEntry): void {
    if (pending.length === 0) pendingSince = performance.now()
    pending.push(entry)
    // A timer alone would wait as long as the provider keeps the event loop busy.
    if (performance.now() - pendingSince >= journalMilliseconds) journal()
    else timer ??= setTimeout(journal, journalMilliseconds)
  }

  /** Schedules a journal entry right after the first words are shown. */
  function journalSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(journal, 0)
  }

  function journal(): void {
    clearTimeout(timer)
    timer = undefined
    if (pending.length === 0 || performance.now() < refusedUntil) return
    try {
      appendToJournal(database, answer.id, joinEntries(pending))
      pending = []
    } catch (error) {
      // The user reads on, and the text waits for the next attempt.
      if (refusedUntil === 0) log('A reply could not be journalled', error)
      refusedUntil = performance.now() + refusalMilliseconds
    }
  }

  function commit(): void {
    clearTimeout(timer)
    timer = undefined
    appendToJournal(database, answer.id, joinEntries(pending), 'synced')
    pending = []
  }

  function settle(ending: Ending): void {
    if (settled) return
    clearTimeout(timer)
    outcome = conclude(ending)
    settled = { ...answer, ...outcome }
    let saved = true
    try {
      save()
    } catch (error) {
      saved = false
      log('A reply could not be stored', error)
      outcome = { ...outcome, status: 'failed', error: toWire(error) }
      settled = { ...answer, ...outcome }
    }
    controller.abort()
    wake?.()
    onSettled(settled, saved)
  }

  function save(): void {
    if (!outcome) return
    finishMessage(database, answer.id, outcome)
    settled = getMessage(database, answer.id, () => false)
  }

  function conclude(ending: Ending): Outcome {
    return {
      ...ending,
      ...atRest(parts(), ending.status),
      citations: citations.all(),
      warnings: [...answer.warnings, ...warnings],
      usage: addUsage(answer.usage, usage),
      requestId: requestId ?? answer.requestId,
      firstTokenMilliseconds: answer.firstTokenMilliseconds ?? firstTokenMilliseconds,
      durationMilliseconds: (answer.durationMilliseconds ?? 0) + sinceStart(),
    }
  }

  function parts(): Part[] {
    return joinContinuation(answer.parts, pieces)
  }

  function until<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      wake = () => resolve(undefined)
      work.then(resolve, reject)
      if (settled) wake()
    })
  }

  function sinceStart(): number {
    return Math.round(performance.now() - startedAt)
  }

  return {
    answer,
    signal: controller.signal,
    accept,
    hasRoomForFile: bounds.hasRoomForFile,
    added: () => joinPieces(pieces),
    parts,
    commit,
    settle,
    settled: () => settled,
    until,
    save,
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
