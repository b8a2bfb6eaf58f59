import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { findThread } from '../conversation/thread.ts'

/** Whether it is known what a new message would follow; a new chat has nothing before it. */
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
