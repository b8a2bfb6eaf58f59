import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { revealedMessageAtom } from './answering.ts'
import { messageElementId } from './messageElementId.ts'
import type { ThreadMessage } from './thread.ts'

/** Scrolls to the message that is to be shown, once it is in the document. */
export function useRevealedMessage(messages: readonly ThreadMessage[]): void {
  const [revealed, setRevealed] = useAtom(revealedMessageAtom)
  useEffect(() => {
    if (!revealed || !messages.some(({ id }) => id === revealed)) return
    const element = document.getElementById(messageElementId(revealed))
    if (!element) return
    setRevealed(null)
    element.scrollIntoView({ block: 'start' })
    // What was skipped so far gets its real height only now, and may push the message away.
    requestAnimationFrame(() => element.scrollIntoView({ block: 'start' }))
  }, [revealed, messages, setRevealed])
}
