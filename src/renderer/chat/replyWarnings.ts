import type { TFunction } from 'i18next'
import type { Warning, WarningCode } from '../../shared/parts.ts'

/** Whether the reader has to know it to make sense of the answer, or may look it up. */
const prominent: Record<WarningCode, boolean> = {
  attachmentDropped: true,
  earlierDropped: true,
  toolLimit: true,
  optionDropped: false,
  otherKey: false,
  contentUnknown: false,
}

/** The sentences that stand under an answer. */
export function prominentWarnings(warnings: readonly Warning[], t: TFunction): string[] {
  return sentences(
    warnings.filter(({ code }) => prominent[code]),
    t,
  )
}

/** The sentences that the details of an answer list. */
export function minorWarnings(warnings: readonly Warning[], t: TFunction): string[] {
  return sentences(
    warnings.filter(({ code }) => !prominent[code]),
    t,
  )
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
      return t(`chat.warning.${code}`, { subject })
  }
}
