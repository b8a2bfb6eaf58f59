import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import type { Message } from '../../../shared/chat.ts'
import { store } from '../../core/store.ts'

/** One of the user's messages that is to be opened for editing from elsewhere. */
const editRequestAtom = atom<string | null>(null)

/** Opens the question that this answer belongs to, to be changed and sent again. */
export function editQuestion(answer: Message): void {
  store.set(editRequestAtom, answer.parentId)
}

/** Runs once for each time that the message was asked to be opened. */
export function useEditRequest(messageId: string, onRequest: () => void): void {
  const [request, setRequest] = useAtom(editRequestAtom)
  const requested = request === messageId
  useEffect(() => {
    if (!requested) return
    setRequest(null)
    onRequest()
  }, [requested, setRequest, onRequest])
}
