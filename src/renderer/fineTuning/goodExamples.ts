import { atom } from 'jotai'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { store } from '../core/store.ts'

/** The ids of the answers that are marked as good examples. */
export const goodExamplesAtom = atom<ReadonlySet<string>>(new Set<string>())
let isLoaded = false
// Once for the buttons of all messages.
goodExamplesAtom.onMount = () => {
  if (!isLoaded) attempt(refreshGoodExamples())
}

/** Loads the marks again: those of deleted chats are gone. */
export async function refreshGoodExamples(): Promise<void> {
  const { messageIds } = await api.fineTuning.marks({})
  isLoaded = true
  store.set(goodExamplesAtom, new Set(messageIds))
}

/** Marks an answer, or takes the mark away. */
export async function markExample(messageId: string, isGood: boolean): Promise<void> {
  await api.fineTuning.mark({ messageId, isGood })
  store.set(goodExamplesAtom, (known) => {
    const marked = new Set(known)
    if (isGood) marked.add(messageId)
    else marked.delete(messageId)
    return marked
  })
}
