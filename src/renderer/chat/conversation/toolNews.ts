import { atom } from 'jotai'
import type { ReplyFrame } from '../../../shared/chat/chat.ts'
import type { ToolNews } from '../../../shared/chat/parts.ts'
import { store } from '../../core/store.ts'

/** Latest news of running calls, by message and call id. */
export const toolNewsAtom = atom<ReadonlyMap<string, ReadonlyMap<string, ToolNews>>>(new Map())

/** Shows what a call of an answer tells, in place of what it told before. */
export function showNews(
  messageId: string,
  { type: _type, id, ...news }: Extract<ReplyFrame, { type: 'toolNews' }>,
): void {
  store.set(toolNewsAtom, (before) => {
    const ofAnswer = new Map(before.get(messageId)).set(id, news)
    return new Map(before).set(messageId, ofAnswer)
  })
}

/** Forgets what the calls of an answer told: nobody writes it any more. */
export function forgetNews(messageId: string): void {
  if (!store.get(toolNewsAtom).has(messageId)) return
  store.set(toolNewsAtom, (before) => {
    const left = new Map(before)
    left.delete(messageId)
    return left
  })
}
