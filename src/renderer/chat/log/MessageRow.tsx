import { atom, useAtomValue } from 'jotai'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { ErrorBoundary } from '../../ui/status/ErrorBoundary.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { AssistantMessage } from '../message/AssistantMessage.tsx'
import { messageElementId } from '../message/messageElementId.ts'
import type { ThreadEntry } from '../conversation/thread.ts'
import { UserMessage } from '../message/UserMessage.tsx'
import { FailedMessage } from './FailedMessage.tsx'
import { MessageIdContext } from './keptState.ts'

interface MessageRowProps {
  entry: ThreadEntry
  /** The message's index in the conversation, from 0, and the number of messages. */
  index: number
  count: number
  /** The estimated height in pixels. */
  height: number
  /** The list's ref, which measures the row. */
  measure: (element: HTMLElement | null) => void
}

const notLoadedAtom = atom(undefined)

/** Shows one message of the log, or a sketch until its text has loaded. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps): ReactNode {
  const { entry, index, count, height, measure } = props
  const { t } = useTranslation()
  const message = useAtomValue<Message | undefined>(entry.atom ?? notLoadedAtom)
  return (
    <article
      ref={measure}
      id={messageElementId(entry.id)}
      data-index={index}
      data-message-id={entry.id}
      tabIndex={-1}
      aria-label={t(entry.role === 'user' ? 'chat.message.you' : 'chat.message.assistant')}
      aria-busy={!message || message.status === 'streaming'}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={message ? undefined : { blockSize: height }}
      className="message group/message"
    >
      <MessageIdContext value={entry.id}>
        {message ? (
          <ErrorBoundary
            renderFailed={(tryAgain) => <FailedMessage message={message} onTryAgain={tryAgain} />}
          >
            <MessageContent message={message} last={index === count - 1} />
          </ErrorBoundary>
        ) : (
          <MessageSketch entry={entry} height={height} />
        )}
      </MessageIdContext>
    </article>
  )
})

interface MessageContentProps {
  message: Message
  last: boolean
}

const MessageContent = memo(function MessageContent(props: MessageContentProps): ReactNode {
  const { message, last } = props
  return message.role === 'user' ? (
    <UserMessage message={message} />
  ) : (
    <AssistantMessage message={message} last={last} />
  )
})

/** The distance between two lines of the sketch, in pixels. */
const linePixels = 28
const maxLines = 60

interface MessageSketchProps {
  entry: ThreadEntry
  height: number
}

function MessageSketch({ entry, height }: MessageSketchProps): ReactNode {
  if (entry.role === 'user') {
    return <Skeleton className="ms-auto h-10 w-2/5 rounded-2xl" />
  }
  const lines = Math.min(maxLines, Math.max(1, Math.floor(height / linePixels) - 2))
  return (
    <div className="space-y-3">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 ? 'h-4 w-3/5' : 'h-4 w-full'} />
      ))}
    </div>
  )
}
