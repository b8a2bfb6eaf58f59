import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { runningRepliesAtom } from '../conversation/replies.ts'
import type { Thread } from '../conversation/thread.ts'
import { recallPlace, rememberPlace } from './places.ts'
import type { ReadingPlace } from './places.ts'
import { revealedAtom } from './revealMessage.ts'
import type { MessageList } from './useMessageList.ts'

/** The place is not stored at every frame of a scroll. */
const pauseMilliseconds = 400
/** Space left above a message that was jumped to. */
const roomPixels = 16

/**
 * Returns a function that takes the reader's place, undefined for the end, and stores it from time
 * to time.
 */
export function useRememberedPlace({
  conversationId,
}: Thread): (place: ReadingPlace | undefined) => void {
  const latest = useRef<{ place: ReadingPlace | undefined }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useCallback(() => {
    clearTimeout(timer.current)
    if (latest.current) rememberPlace(conversationId, latest.current.place)
    latest.current = undefined
  }, [conversationId])
  useEffect(() => {
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [save])
  return useCallback(
    (place: ReadingPlace | undefined) => {
      latest.current = { place }
      clearTimeout(timer.current)
      timer.current = setTimeout(save, pauseMilliseconds)
    },
    [save],
  )
}

/**
 * Scrolls to where the reader left the conversation once that place is known. Returns whether it
 * still waits for that.
 */
export function useReturn(thread: Thread, list: MessageList): boolean {
  const { messages, more, error } = useAtomValue(thread.stateAtom)
  const [wanted, setWanted] = useState(() => recallPlace(thread.conversationId))
  useLayoutEffect(() => {
    if (!wanted || !list.ready || messages.length === 0) return
    const isKnown = messages.some(({ id }) => id === wanted.messageId)
    if (isKnown) list.goTo(wanted)
    if (isKnown || !more || error) setWanted(undefined)
  }, [wanted, messages, more, error, list])
  return wanted !== undefined
}

/** Scrolls to a message that other code asks for. */
export function useRevealed(thread: Thread, list: MessageList): void {
  const { messages } = useAtomValue(thread.stateAtom)
  const [revealed, setRevealed] = useAtom(revealedAtom)
  useLayoutEffect(() => {
    if (!list.ready || revealed?.conversationId !== thread.conversationId) return
    const { messageId } = revealed
    if (!messages.some(({ id }) => id === messageId)) return
    setRevealed(null)
    if (!list.isInSight(messageId)) list.goTo({ messageId, offset: -roomPixels })
  }, [revealed, messages, list, thread, setRevealed])
}

/** Scrolls to a new message or a new answer. */
export function useNewReply(thread: Thread, list: MessageList): void {
  const reply = useAtomValue(runningRepliesAtom).get(thread.conversationId)
  // The reader of another column stays where it is.
  const messageId = reply?.isBeside === false ? reply.messageId : undefined
  const before = useRef(messageId)
  useLayoutEffect(() => {
    if (messageId !== undefined && messageId !== before.current) list.stick()
    before.current = messageId
  }, [messageId, list])
}
