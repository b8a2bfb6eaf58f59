import { atom, useAtom } from 'jotai'
import type { PrimitiveAtom } from 'jotai'
import { createContext, use, useEffect } from 'react'
import { store } from '../../core/store.ts'
import { dropOldest } from '../../../shared/dropOldest.ts'

/** The id of the message around a component. */
export const MessageIdContext = createContext('')

/** Whether texts are shown as plain text. */
export const PlainChatContext = createContext(false)

const maxFlags = 2000
/** Ordered by last request, the latest at the end. */
const flags = new Map<string, PrimitiveAtom<boolean>>()

/**
 * Returns a switch of a message's part, such as open or folded. It outlives the part, which leaves
 * the document when scrolled out of sight.
 */
export function useKeptFlag(
  name: string,
  initial: boolean,
): [value: boolean, set: (value: boolean) => void] {
  const key = `${use(MessageIdContext)} ${name}`
  return useAtom(flagAtom(key, initial))
}

function flagAtom(key: string, initial: boolean): PrimitiveAtom<boolean> {
  const flag = flags.get(key) ?? atom(initial)
  flags.delete(key)
  flags.set(key, flag)
  dropOldest(flags, maxFlags)
  return flag
}

/** The messages that stay in the document wherever the reader scrolls. */
export const heldMessagesAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Keeps the message in the document while the calling component is mounted. */
export function useHeldMessage(): void {
  const messageId = use(MessageIdContext)
  useEffect(() => {
    store.set(heldMessagesAtom, (held) => new Set(held).add(messageId))
    return () => {
      store.set(heldMessagesAtom, (held) => {
        const others = new Set(held)
        others.delete(messageId)
        return others
      })
    }
  }, [messageId])
}
