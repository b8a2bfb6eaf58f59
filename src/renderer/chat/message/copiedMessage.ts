import type { TFunction } from 'i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { Citation } from '../../../shared/chat/parts.ts'
import { textOf } from '../conversation/replyMessage.ts'

/** Returns a message's text with the list of its sources, to which the numbers in it refer. */
export function copiedMessage(message: Message, t: TFunction): string {
  const text = textOf(message)
  if (message.citations.length === 0) return text
  const sources = message.citations.map((citation) => sourceLine(citation, t))
  return `${text.trimEnd()}\n\n${t('chat.sources.title')}:\n\n${sources.join('\n')}\n`
}

function sourceLine({ number, title, source, place }: Citation, t: TFunction): string {
  const page = place?.page
  const where = typeof page === 'number' ? t('chat.sources.page', { page }) : ''
  const parts = [title, where, source].filter((part, index, all) => {
    return part !== '' && all.indexOf(part) === index
  })
  return `- [${String(number)}] ${parts.join(', ')}`.replaceAll(/\s+/g, ' ')
}
