import type { TFunction } from 'i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { Warning, WarningCode } from '../../../shared/chat/parts.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { questionFiles } from './questionFiles.ts'

/** Whether the reader must know it to understand the answer; the details list the others. */
const prominent: Record<WarningCode, boolean> = {
  attachmentDropped: true,
  attachmentAsText: false,
  attachmentPartial: true,
  earlierDropped: true,
  promptCut: true,
  earlierFilesDropped: true,
  toolLimit: true,
  toolCallUnnamed: true,
  toolCallsRepeated: true,
  toolRefused: true,
  optionDropped: false,
  instructionsMoved: false,
  otherKey: false,
  contentUnknown: false,
  toolNotOffered: true,
  approvalNotOffered: true,
  answerTooLong: true,
  tooManyCalls: true,
  knowledgeFailed: true,
  knowledgeWordsOnly: true,
  knowledgeHostedFailed: true,
  knowledgeNotReranked: true,
  knowledgeEmpty: true,
  sourcesLeftOut: true,
  filesLeftOut: true,
  fileCut: true,
  speechInterrupted: true,
  warningsLeftOut: false,
}

/** Returns the sentences shown below an answer. */
export function prominentWarnings(answer: Message, t: TFunction, language: string): string[] {
  return sentences(answer.warnings.filter(isProminentIn(answer)), t, language)
}

/** Returns the sentences listed in an answer's details. */
export function minorWarnings(answer: Message, t: TFunction, language: string): string[] {
  const isProminent = isProminentIn(answer)
  return sentences(
    answer.warnings.filter((warning) => !isProminent(warning)),
    t,
    language,
  )
}

const ofFile: ReadonlySet<WarningCode> = new Set(['attachmentDropped', 'attachmentPartial'])

/**
 * Returns a test for warnings to show: a file of an earlier message is left out every time, which
 * its own answer has already said.
 */
function isProminentIn(answer: Message): (warning: Warning) => boolean {
  const files = questionFiles(answer)
  return ({ code, subject = '' }) =>
    prominent[code] && (!ofFile.has(code) || files === undefined || files.has(subject))
}

/**
 * Returns each sentence once: every round of a turn repeats the warning about a file. Of cut
 * requests the last is told, which had the most.
 */
function sentences(warnings: readonly Warning[], t: TFunction, language: string): string[] {
  const lastCut = warnings.findLast(({ code }) => code === 'promptCut')
  const told = warnings.filter((warning) => warning.code !== 'promptCut' || warning === lastCut)
  return [...new Set(told.map((warning) => sentence(warning, t, language)))]
}

function sentence({ code, subject = '' }: Warning, t: TFunction, language: string): string {
  switch (code) {
    case 'promptCut': {
      const [read = 0, sent = 0] = subject.split('/').map((count) => Number(count) || 0)
      const [readText, sentText] = [read, sent].map((count) => formatNumber(language, count))
      return t(`chat.warning.${code}`, { read: readText, sent: sentText })
    }
    case 'earlierDropped':
    case 'earlierFilesDropped':
    case 'toolLimit':
      return t(`chat.warning.${code}`, { count: Number(subject) || 0 })
    case 'attachmentDropped':
    case 'attachmentAsText':
    case 'attachmentPartial':
    case 'optionDropped':
    case 'instructionsMoved':
    case 'otherKey':
    case 'contentUnknown':
    case 'toolCallUnnamed':
    case 'toolCallsRepeated':
    case 'toolRefused':
    case 'toolNotOffered':
    case 'approvalNotOffered':
    case 'answerTooLong':
    case 'tooManyCalls':
    case 'knowledgeFailed':
    case 'knowledgeWordsOnly':
    case 'knowledgeHostedFailed':
    case 'knowledgeNotReranked':
    case 'knowledgeEmpty':
    case 'sourcesLeftOut':
    case 'filesLeftOut':
    case 'fileCut':
    case 'speechInterrupted':
    case 'warningsLeftOut':
      return t(`chat.warning.${code}`, { subject })
  }
}
