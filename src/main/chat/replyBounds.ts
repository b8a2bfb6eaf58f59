import type { Message } from '../../shared/chat.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Citation, Warning, WarningCode } from '../../shared/parts.ts'
import {
  answerLengthMaximum,
  callsMaximum,
  citationLengths,
  filesMaximum,
  nameLengthMaximum,
  partsMaximum,
  warningsMaximum,
} from './replyLimits.ts'
import type { Ending, ReplyInputEvent } from './replyInput.ts'

/** What becomes of an event that has no room: it is left out, and maybe the answer ends there. */
export interface Refusal {
  warning?: Warning
  ending?: Ending
}

export interface ReplyBounds {
  /** Counts an event in; gives what is to be done where it has no room. */
  admit: (event: ReplyInputEvent) => Refusal | undefined
  /** Whether there is room for another picture or sound, before it is stored. */
  hasRoomForFile: () => boolean
}

/** What is said of the limits themselves: each once, whatever was said before. */
const ownCodes = new Set<WarningCode>([
  'toolLimit',
  'answerTooLong',
  'tooManyCalls',
  'sourcesLeftOut',
  'filesLeftOut',
  'warningsLeftOut',
])
const cutOff: Ending = { status: 'cutOff', error: null }
const ended: Ending = { status: 'complete', error: null }
const malformed: WireError = {
  code: 'malformedAnswer',
  message: 'The name of a tool call is too long',
}

/** Counts what an answer holds, whoever sent it, with what it held before it went on. */
export function createReplyBounds(answer: Message): ReplyBounds {
  const parts = createPartCount(answer)
  const warnings = new Set(answer.warnings.map(identityOf))
  let files = answer.parts.filter(({ type }) => type === 'file').length
  let length = 0

  function admit(event: ReplyInputEvent): Refusal | undefined {
    if (event.type === 'warning') return admitWarning(event.warning)
    if (event.type === 'toolCall' && !isNameable(event)) {
      return { ending: { status: 'failed', error: malformed } }
    }
    length += lengthOf(event)
    if (length > answerLengthMaximum) return { ending: cutOff }
    parts.add(event)
    if (parts.calls() > callsMaximum) return { warning: { code: 'tooManyCalls' }, ending: ended }
    if (parts.all() > partsMaximum) return { warning: { code: 'answerTooLong' }, ending: ended }
    if (event.type === 'file') files += 1
    return undefined
  }

  /** The same again says nothing new. */
  function admitWarning(warning: Warning): Refusal | undefined {
    const identity = identityOf(warning)
    if (warnings.has(identity)) return {}
    const isOurs = ownCodes.has(warning.code)
    if (!isOurs && warnings.size >= warningsMaximum) return { warning: { code: 'warningsLeftOut' } }
    warnings.add(identity)
    return undefined
  }

  return { admit, hasRoomForFile: () => files < filesMaximum }
}

/** No longer than is read, and than a row of the page can hold. */
export function shortenCitation({ number, title, passage, source }: Citation): Citation {
  return {
    number,
    title: title.slice(0, citationLengths.title),
    passage: passage.slice(0, citationLengths.passage),
    source: source.slice(0, citationLengths.source),
  }
}

interface PartCount {
  add: (event: ReplyInputEvent) => void
  all: () => number
  calls: () => number
}

/** Counts the parts that the events make up, without making them. */
function createPartCount({ parts }: Message): PartCount {
  const open = new Set<string>()
  let all = parts.length
  let calls = parts.filter(({ type }) => type === 'toolCall').length
  let last: ReplyInputEvent['type'] | undefined = parts.at(-1)?.type

  function begin(type: ReplyInputEvent['type']): void {
    last = type
    all += 1
  }

  function add(event: ReplyInputEvent): void {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        if (last !== event.type && event.text !== '') begin(event.type)
        return
      case 'reasoningSeal':
        // It belongs to the thoughts before it, and more thoughts begin a part of their own.
        if (last === 'reasoning') last = event.type
        else begin(event.type)
        return
      case 'toolCall':
        if (open.has(event.id)) return
        open.add(event.id)
        calls += 1
        begin(event.type)
        return
      case 'toolResult':
        open.delete(event.id)
        begin(event.type)
        return
      case 'file':
        begin(event.type)
        break
      default:
    }
  }

  return { add, all: () => all, calls: () => calls }
}

function isNameable({ id, name }: { id: string; name: string }): boolean {
  return id.length <= nameLengthMaximum && name.length <= nameLengthMaximum
}

function lengthOf(event: ReplyInputEvent): number {
  switch (event.type) {
    case 'text':
    case 'reasoning':
      return event.text.length
    case 'toolResult':
      return event.text.length + (event.shown?.length ?? 0)
    case 'toolCall':
      return event.arguments.length + (event.signature?.length ?? 0)
    case 'reasoningSeal':
      return (event.signature?.length ?? 0) + (event.encrypted?.length ?? 0)
    default:
      return 0
  }
}

function identityOf({ code, subject = '' }: Warning): string {
  return `${code} ${subject}`
}
