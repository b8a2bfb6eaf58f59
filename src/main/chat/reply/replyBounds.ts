import type { Message } from '../../../shared/chat/chat.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Citation, Warning, WarningCode } from '../../../shared/chat/parts.ts'
import { isBlankInput } from '../../providers/answer/toolInputOf.ts'
import {
  maxAnswerLength,
  maxToolCalls,
  citationLengths,
  maxFiles,
  maxNameLength,
  maxParts,
  maxWarnings,
} from './replyLimits.ts'
import type { Ending, ReplyInputEvent } from './replyInput.ts'

/** The result of an event that does not fit: it is left out, and the answer may end. */
export interface Refusal {
  warning?: Warning
  ending?: Ending
}

export interface ReplyBounds {
  /** Counts an event. Returns a refusal if it does not fit. */
  admit: (event: ReplyInputEvent) => Refusal | undefined
  /** Returns whether another picture or sound fits, before it is stored. */
  hasRoomForFile: () => boolean
}

/** Warnings about the limits themselves: each appears once, however many others there are. */
const ownCodes = new Set<WarningCode>([
  'toolLimit',
  'toolCallUnnamed',
  'toolCallsRepeated',
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

/**
 * Counts an answer's content. Parts, calls, files and warnings from before a continuation count
 * too; the length counts anew.
 */
export function createReplyBounds(answer: Message): ReplyBounds {
  const parts = createPartCount(answer)
  const warnings = new Set(answer.warnings.map(identityOf))
  let files = answer.parts.filter(({ type }) => type === 'file').length
  let length = 0

  function admit(event: ReplyInputEvent): Refusal | undefined {
    if (event.type === 'warning') return admitWarning(event.warning)
    if (event.type === 'toolCall' && event.name.trim() === '') {
      // Nobody can be asked to run it, and the model is not asked again because of it.
      return isBlankInput(event.arguments) ? {} : { warning: { code: 'toolCallUnnamed' } }
    }
    if (event.type === 'toolCall' && !isNameable(event)) {
      return { ending: { status: 'failed', error: malformed } }
    }
    length += lengthOf(event)
    if (length > maxAnswerLength) return { ending: cutOff }
    parts.add(event)
    if (parts.calls() > maxToolCalls) return { warning: { code: 'tooManyCalls' }, ending: ended }
    if (parts.all() > maxParts) return { warning: { code: 'answerTooLong' }, ending: ended }
    if (event.type === 'file') files += 1
    if (event.type === 'toolResult') files += event.files?.length ?? 0
    return undefined
  }

  /** A repeated warning says nothing new. */
  function admitWarning(warning: Warning): Refusal | undefined {
    const identity = identityOf(warning)
    if (warnings.has(identity)) return {}
    const isOurs = ownCodes.has(warning.code)
    if (!isOurs && warnings.size >= maxWarnings) return { warning: { code: 'warningsLeftOut' } }
    warnings.add(identity)
    return undefined
  }

  return { admit, hasRoomForFile: () => files < maxFiles }
}

/** Cuts a citation to a readable length that a row of the page can hold. */
export function shortenCitation({ title, passage, source, ...rest }: Citation): Citation {
  return {
    ...rest,
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

/** Counts the parts that the events would make, without making them. */
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
      case 'textWasReasoning':
        last = 'reasoning'
        return
      case 'reasoningSeal':
        // A seal belongs to the reasoning before it; more reasoning begins a new part.
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
  return id.length <= maxNameLength && name.length <= maxNameLength
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
