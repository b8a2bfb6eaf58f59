import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { store } from '../app/store.ts'
import { textOf } from './replyMessage.ts'
import { runningRepliesAtom } from './replies.ts'
import { takeSentences } from './sentences.ts'
import { findMessage } from './thread.ts'
import type { Thread, ThreadMessage } from './thread.ts'

const pauseMilliseconds = 600

/** Reads a reply out as it is written: whole sentences, when nothing else is being said. */
export function ReplyAnnouncer({ thread }: { thread: Thread }): ReactNode {
  const { t } = useTranslation()
  const reply = useAtomValue(runningRepliesAtom).get(thread.conversationId)
  const [sentences, setSentences] = useState('')
  const messageId = reply?.messageId
  useEffect(() => {
    const message = messageId === undefined ? undefined : findMessage(thread, messageId)
    if (!message) return
    setSentences(t('chat.announce.started'))
    return announce(message, setSentences, t('chat.announce.finished'))
  }, [thread, messageId, t])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {sentences}
    </div>
  )
}

/** Says what is new from time to time; the returned function says the rest, if that is all. */
function announce(
  message: ThreadMessage,
  say: (sentences: string) => void,
  lastWords: string,
): () => void {
  let end = textOf(store.get(message.atom)).length
  const sayNew = (finished: boolean): void => {
    const taken = takeSentences(textOf(store.get(message.atom)), end, finished)
    end = taken.end
    if (taken.text || finished) say(finished ? `${taken.text} ${lastWords}` : taken.text)
  }
  const timer = setInterval(() => sayNew(false), pauseMilliseconds)
  return () => {
    clearInterval(timer)
    if (store.get(message.atom).status !== 'streaming') sayNew(true)
  }
}
