import type { TFunction } from 'i18next'
import type { Message } from '../../../shared/chat.ts'
import type { Warning, WarningCode } from '../../../shared/parts.ts'
import { questionFiles } from './questionFiles.ts'

/** Whether the reader has to know it to make sense of the answer, or may look it up. */
const prominent: Record<WarningCode, boolean> = {
  attachmentDropped: true,
  earlierDropped: true,
  toolLimit: true,
  optionDropped: false,
  otherKey: false,
  contentUnknown: false,
  toolNotOffered: true,
  approvalNotOffered: true,
  answerTooLong: true,
  tooManyCalls: true,
  sourcesLeftOut: true,
  filesLeftOut: true,
  warningsLeftOut: false,
}

/** The sentences that stand under an answer. */
export function prominentWarnings(answer: Message, t: TFunction): string[] {
  return sentences(answer.warnings.filter(isProminentIn(answer)), t)
}

/** The sentences that the details of an answer list. */
export function minorWarnings(answer: Message, t: TFunction): string[] {
  const isProminent = isProminentIn(answer)
  return sentences(
    answer.warnings.filter((warning) => !isProminent(warning)),
    t,
  )
}

/** A file of an earlier message is left out each time: that was said at its own answer. */
function isProminentIn(answer: Message): (warning: Warning) => boolean {
  const files = questionFiles(answer)
  return ({ code, subject = '' }) =>
    prominent[code] && (code !== 'attachmentDropped' || files === undefined || files.has(subject))
}

/** Each once: every round of a turn warns of the same file. */
function sentences(warnings: readonly Warning[], t: TFunction): string[] {
  return [...new Set(warnings.map((warning) => sentence(warning, t)))]
}

function sentence({ code, subject = '' }: Warning, t: TFunction): string {
  switch (code) {
    case 'earlierDropped':
    case 'toolLimit':
      return t(`chat.warning.${code}`, { count: Number(subject) || 0 })
    case 'attachmentDropped':
    case 'optionDropped':
    case 'otherKey':
    case 'contentUnknown':
    case 'toolNotOffered':
    case 'approvalNotOffered':
    case 'answerTooLong':
    case 'tooManyCalls':
    case 'sourcesLeftOut':
    case 'filesLeftOut':
    case 'warningsLeftOut':
      return t(`chat.warning.${code}`, { subject })
  }
}
