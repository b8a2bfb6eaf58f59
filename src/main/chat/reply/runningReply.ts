import type { Message, ReplyFrame } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import type { Citation, Part, Usage, Warning } from '../../../shared/chat/parts.ts'
import type { Database } from '../../storage/connection.ts'
import { createMarkWriter, type MarkWriter } from '../../knowledge/asking/citationMarks.ts'
import { createCitationList } from './citationList.ts'
import { atRest } from '../tools/toolCallStates.ts'
import { joinContinuation } from '../history/messageParts.ts'
import { finishMessage, getMessage, type Outcome } from '../history/messages.ts'
import { joinPieces, type Piece } from '../history/pieces.ts'
import { createReplyBounds, shortenCitation, type Refusal } from './replyBounds.ts'
import { createReplyJournal } from './replyJournal.ts'
import type { PricedRequest } from '../../spending/priceOfSpend.ts'
import type { Ending, ReplyInputEvent } from './replyInput.ts'
import { addUsage } from './addUsage.ts'
import { createRequestCounts } from './requestCounts.ts'
import { recordRequests } from '../history/answerSpending.ts'
import { createContextReport, wasCut } from '../turns/contextReport.ts'

/** One answer while it is written: its content so far, and its end. */
export interface RunningReply {
  readonly answer: Message
  /** Fires when the reply has ended for any reason. */
  readonly signal: AbortSignal
  /** Its time counts from now on: it has waited for another answer. */
  restartClock: () => void
  /** The model is about to be asked, with this many tokens beside the conversation. */
  asking: (extraTokens: number) => void
  /** Returns the requests so far that may have cost something. They are saved at the end. */
  unsavedRequests: () => PricedRequest[]
  /** The request has failed and certainly cost nothing. */
  refused: () => void
  /** Takes an event and returns the frames to show. */
  accept: (event: ReplyInputEvent) => ReplyFrame[]
  /**
   * From now on a `[n]` in the text stands for the passage of this number, if there is one. It is
   * cited by the answer's own next number.
   */
  citePassages: (passage: (number: number) => Citation | undefined) => void
  /** Returns the citations so far. */
  citations: () => Citation[]
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
  now: () => number
}

export function createRunningReply(options: RunningReplyOptions): RunningReply {
  const { database, answer, log, onSettled, now } = options
  const journal = createReplyJournal({ database, messageId: answer.id, log })
  const controller = new AbortController()
  let startedAt = performance.now()
  const pieces: Piece[] = []
  const bounds = createReplyBounds(answer)
  const citations = createCitationList(answer.citations)
  const warnings: Warning[] = []
  let paragraph = false
  let wake: (() => void) | undefined
  let requestId: string | null = null
  let usage: Usage | null = null
  const requests = createRequestCounts(now)
  const report = createContextReport()
  let firstTokenMilliseconds: number | null = null
  let outcome: Outcome | undefined
  let settled: Message | undefined
  let marks: MarkWriter | undefined
  /** The citations of the marks in the text that is being taken. */
  let cited: ReplyFrame[] = []

  function accept(event: ReplyInputEvent): ReplyFrame[] {
    if (settled) return []
    const refusal = bounds.admit(event)
    if (refusal) return listed(refuse(refusal))
    if (!marks) return listed(take(event))
    const rest = endsText(event) ? takeRest() : []
    const frame = event.type === 'text' ? takeMarked(marks.push(event.text)) : listed(take(event))
    return [...rest, ...frame]
  }

  function takeMarked(text: string): ReplyFrame[] {
    const frame = acceptText('text', text)
    const frames = [...cited, ...listed(frame)]
    cited = []
    return frames
  }

  /** Takes the text that was held back as the beginning of a mark. */
  function takeRest(): ReplyFrame[] {
    return marks ? takeMarked(marks.end()) : []
  }

  function citePassages(passage: (number: number) => Citation | undefined): void {
    marks = createMarkWriter((number) => {
      const citation = passage(number)
      return citation && cite(citation)
    })
  }

  /** Returns the number by which the answer cites a passage. */
  function cite(passage: Citation): number | undefined {
    const short = shortenCitation(passage)
    if (!citations.hasRoomFor(short)) {
      cited.push(...listed(refuse({ warning: { code: 'sourcesLeftOut' } })))
      return undefined
    }
    const { citation, isNew } = citations.cite(short)
    if (!isNew) return citation.number
    journal.note({ kind: 'citation', value: citation })
    cited.push({ type: 'citation', citation })
    return citation.number
  }

  function take(event: ReplyInputEvent): ReplyFrame | undefined {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        return acceptText(event.type, event.text)
      case 'textWasReasoning':
        paragraph = false
        addPiece(event)
        return event
      case 'textEnd':
        paragraph = pieces.at(-1)?.type === 'text'
        return undefined
      case 'citation':
        return acceptCitation(event.citation)
      case 'warning':
        return acceptWarning(event.warning)
      case 'request':
        requestId = event.requestId
        journal.note({ kind: 'request', value: event.requestId })
        return undefined
      case 'usage':
        usage = addUsage(usage, event.usage)
        requests.count(event.usage)
        report.count(event.usage, pieces)
        return undefined
      case 'reasoningSeal':
        addPiece({ ...event, type: 'seal' })
        return undefined
      case 'toolCall': {
        addPiece(event)
        // The page needs no signature.
        const { signature: _signature, ...shown } = event
        return shown
      }
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
    journal.note({ kind: type, value: text })
    if (isFirst) journal.writeSoon()
    return { type, text }
  }

  function acceptCitation(given: Citation): ReplyFrame | undefined {
    const short = shortenCitation(given)
    if (!citations.hasRoomFor(short)) return refuse({ warning: { code: 'sourcesLeftOut' } })
    const citation = citations.add(short)
    if (!citation) return undefined
    journal.note({ kind: 'citation', value: citation })
    return { type: 'citation', citation }
  }

  function acceptWarning(warning: Warning): ReplyFrame {
    warnings.push(warning)
    journal.note({ kind: 'warning', value: warning })
    return { type: 'warning', warning }
  }

  function addPiece(piece: Piece): void {
    pieces.push(piece)
    journal.note({ kind: 'piece', value: piece })
  }

  function settle(ending: Ending): void {
    if (settled) return
    takeRest()
    journal.stop()
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
    const contextTokens = wasCut(outcome.warnings) ? null : report.tokens()
    const ending = { ...outcome, contextTokens }
    database.transaction(() => {
      finishMessage(database, answer.id, ending)
      recordRequests(database, answer, requests.paid())
    })
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
    restartClock() {
      startedAt = performance.now()
    },
    asking(extraTokens) {
      requests.begin(pieces.length)
      report.begin(extraTokens, pieces)
    },
    unsavedRequests: () => requests.paid().map((request) => ({ kind: 'answer', ...request })),
    refused: () => requests.refuse(pieces.length),
    accept,
    citePassages,
    citations: citations.all,
    hasRoomForFile: bounds.hasRoomForFile,
    added: () => joinPieces(pieces),
    parts,
    commit: journal.commit,
    settle,
    settled: () => settled,
    until,
    save,
  }
}

function listed(frame: ReplyFrame | undefined): ReplyFrame[] {
  return frame ? [frame] : []
}

const textEnds = new Set<ReplyInputEvent['type']>([
  'textEnd',
  'reasoning',
  'textWasReasoning',
  'reasoningSeal',
  'toolCall',
  'toolResult',
  'file',
])

/** Tells whether a text ends with the event: what follows belongs to another one. */
function endsText({ type }: ReplyInputEvent): boolean {
  return textEnds.has(type)
}
