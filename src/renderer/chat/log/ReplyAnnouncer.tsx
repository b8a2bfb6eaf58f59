import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { store } from '../../core/store.ts'
import type { SpokenNames } from '../../markdown/speakableReader.ts'
import { awaitingAnswer } from '../conversation/awaitingAnswer.ts'
import { textOf } from '../conversation/replyMessage.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { createSentenceReader } from './sentenceReader.ts'
import { toolTitle } from '../message/tools/toolTitle.ts'
import { findMessage } from '../conversation/thread.ts'
import type { Thread, ThreadMessage } from '../conversation/thread.ts'

const pauseMilliseconds = 600

/**
 * Reads a reply out to screen readers while it is written: whole sentences, one announcement at a
 * time.
 */
export function ReplyAnnouncer({ thread }: { thread: Thread }): ReactNode {
  const { t } = useTranslation()
  const reply = useAtomValue(runningRepliesAtom).get(thread.conversationId)
  const [sentences, setSentences] = useState('')
  const messageId = reply?.messageId
  useEffect(() => {
    const message = messageId === undefined ? undefined : findMessage(thread, messageId)
    if (!message) return
    setSentences(t('chat.announce.started'))
    const names: SpokenNames = {
      code: `${t('markdown.code.name')}.`,
      table: `${t('markdown.table')}.`,
      formula: t('markdown.formula'),
      diagram: `${t('markdown.diagram.name')}.`,
      image: t('markdown.image.name'),
    }
    return announce(message, names, setSentences, (answer) => lastWords(t, answer))
  }, [thread, messageId, t])
  useEffect(() => {
    // A quick answer, or one of an earlier start, may ask before this is shown.
    const question = awaitingAnswer(thread.conversationId)
    if (question) setSentences(lastWords(t, question))
  }, [thread, t])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {sentences}
    </div>
  )
}

/** Returns how an answer ended, or what it waits for. */
function lastWords(t: TFunction, { status, parts }: Message): string {
  const call = parts.findLast((part) => part.type === 'toolCall' && part.state === 'awaiting')
  if (status !== 'awaiting' || call?.type !== 'toolCall') return t('chat.announce.finished')
  return t('chat.tool.awaiting', { name: toolTitle(t, call) })
}

/**
 * Announces new text at intervals. Returns a function that announces the rest if the reply is
 * finished.
 */
function announce(
  message: ThreadMessage,
  names: SpokenNames,
  say: (sentences: string) => void,
  lastWords: (answer: Message) => string,
): () => void {
  const reader = createSentenceReader(names)
  const textNow = (): string => textOf(store.get(message.atom))
  // The earlier part of a continued answer has been announced.
  reader.take(textNow(), false)
  const sayNew = (finished: boolean): void => {
    const sentences = reader.take(textNow(), finished)
    if (sentences || finished)
      say(finished ? `${sentences} ${lastWords(store.get(message.atom))}` : sentences)
  }
  const timer = setInterval(() => sayNew(false), pauseMilliseconds)
  return () => {
    clearInterval(timer)
    if (store.get(message.atom).status !== 'streaming') sayNew(true)
  }
}
