import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import type { Message } from '../../../shared/chat/chat.ts'
import { store } from '../../core/store.ts'

/** The id of the user's message that other code asks to edit. */
const editRequestAtom = atom<string | null>(null)

/** Opens a user's message for editing, if it is shown. */
export function requestEdit(messageId: string): void {
  store.set(editRequestAtom, messageId)
}

/** Opens the question of this answer for editing. */
export function editQuestion(answer: Message): void {
  store.set(editRequestAtom, answer.parentId)
}

/** Runs `onRequest` once for each request to edit the message. */
export function useEditRequest(messageId: string, onRequest: () => void): void {
  const [request, setRequest] = useAtom(editRequestAtom)
  const requested = request === messageId
  useEffect(() => {
    if (!requested) return
    setRequest(null)
    onRequest()
  }, [requested, setRequest, onRequest])
}
