import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { findThread } from '../conversation/thread.ts'

/**
 * Tells whether the end of the conversation is known, which a new message follows. A new chat has
 * no earlier message.
 */
export function useThreadReady(conversationId: string | null): boolean {
  const readyAtom = useMemo(() => {
    const thread = conversationId === null ? undefined : findThread(conversationId)
    return atom((get) => {
      if (!thread) return conversationId === null
      const { state, messages, error } = get(thread.stateAtom)
      return state === 'ready' && (messages.length > 0 || !error)
    })
  }, [conversationId])
  return useAtomValue(readyAtom)
}
