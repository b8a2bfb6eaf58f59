import type { Message } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Citation, Part } from '../../../shared/chat/parts.ts'
import { endWaiting, saveParts } from '../history/messages.ts'
import { partsToRepeat } from '../tools/repeatedCall.ts'
import { getAnswer, insertVersion, modelOf, resumed } from './startAnswer.ts'
import type { Begin, BegunReply, Input } from './startAnswer.ts'

/** Begins another answer that keeps one up to a call and asks the user about that call. */
export function beginRepeat(begin: Begin, input: Input<'repeatToolCall'>): BegunReply {
  const { database } = begin
  const earlier = getAnswer(begin, input.messageId)
  const parts = partsToRepeat(earlier.parts, input.part)
  if (!parts) throw new AppError('badInput', 'There is no such call that has ended')
  endWaiting(database, earlier.id)
  const model = modelOf(begin, earlier)
  const inserted = insertVersion(begin, earlier, model)
  const citations = citedIn(parts, earlier)
  saveParts(database, inserted.id, parts, citations)
  begin.onRepeated?.(earlier.id, inserted.id)
  return resumed(begin, { ...inserted, parts, citations }, 'question')
}

/** Returns the citations of an answer that these of its parts use. */
function citedIn(parts: readonly Part[], { citations }: Message): Citation[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  return citations.filter(({ number }) =>
    texts.some((text) => text.includes(`[${String(number)}]`)),
  )
}
