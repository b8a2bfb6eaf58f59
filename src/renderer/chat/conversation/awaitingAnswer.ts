import { atom, useAtomValue } from 'jotai'
import type { Atom } from 'jotai'
import { useMemo } from 'react'
import type { Message } from '../../../shared/chat/chat.ts'
import { store } from '../../core/store.ts'
import { findThread } from './thread.ts'

const noAnswer = atom(undefined)

/**
 * Returns an atom with the answer at the end of the shown branch, if one of its calls waits for the
 * user's decision.
 */
function awaitingAtom(conversationId: string | null): Atom<Message | undefined> {
  const thread = conversationId === null ? undefined : findThread(conversationId)
  if (!thread) return noAnswer
  return atom((get) => {
    const last = get(thread.stateAtom).messages.at(-1)
    const message = last?.atom && get(last.atom)
    return message?.status === 'awaiting' ? message : undefined
  })
}

export function awaitingAnswer(conversationId: string | null): Message | undefined {
  return store.get(awaitingAtom(conversationId))
}

/** Tells whether a call in the open conversation waits for the user's decision. */
export function useAwaiting(conversationId: string | null): boolean {
  const awaiting = useMemo(() => {
    const answer = awaitingAtom(conversationId)
    return atom((get) => get(answer) !== undefined)
  }, [conversationId])
  return useAtomValue(awaiting)
}
