import './chat.css'
import { useAtomValue } from 'jotai'
import { ArrowDown } from 'lucide-react'
import { useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../app/ErrorAlert.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { currentConversationAtom } from './conversations.ts'
import { attempt } from './failures.ts'
import { MessageView } from './MessageView.tsx'
import { OlderMessages } from './OlderMessages.tsx'
import { ReplyAnnouncer } from './ReplyAnnouncer.tsx'
import { retryThread } from './thread.ts'
import type { Thread } from './thread.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { useRevealedMessage } from './useRevealedMessage.ts'
import { useStickToEnd } from './useStickToEnd.ts'

/**
 * The messages of one conversation. Only pages that were scrolled to are in the document, and
 * the browser skips those out of sight: find in page, selection and reading order stay whole.
 */
export function ConversationLog({ thread }: { thread: Thread }): ReactNode {
  const { t } = useTranslation()
  const { state, messages, more, error } = useAtomValue(thread.stateAtom)
  const { scroller, setScroller, setContent, sticking, stick } = useStickToEnd()
  const title = useAtomValue(currentConversationAtom)?.title
  const lastId = messages.at(-1)?.id
  useKeptPlace(scroller, messages[0]?.id)
  useRevealedMessage(messages)

  // Whatever was sent or asked for again comes into sight.
  useLayoutEffect(() => stick(), [lastId, stick])

  return (
    <div className="relative min-h-0 grow">
      <h1 className="sr-only">{title || t('chat.list.untitled')}</h1>
      <div
        ref={setScroller}
        role="log"
        aria-label={t('chat.conversation')}
        aria-live="off"
        tabIndex={0}
        // The browser's own anchoring holds what is read in place while something above changes.
        style={{ overflowAnchor: sticking ? 'none' : 'auto' }}
        className="h-full overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <div ref={setContent} className="mx-auto flex max-w-3xl flex-col px-4 pt-4 pb-8">
          {more && <OlderMessages thread={thread} scroller={scroller} />}
          {error && (
            <ErrorAlert error={error} since={0} onAction={() => attempt(retryThread(thread))} />
          )}
          {state === 'loading' && <LogSkeleton />}
          {messages.map((message, index) => (
            <MessageView
              key={message.id}
              messageAtom={message.atom}
              last={index === messages.length - 1}
            />
          ))}
        </div>
      </div>
      {!sticking && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <IconButton
            label={t('chat.jumpToLatest')}
            icon={<ArrowDown aria-hidden className="size-4" />}
            tooltipSide="top"
            onClick={stick}
            className="jump-button"
          />
        </div>
      )}
      <ReplyAnnouncer thread={thread} />
    </div>
  )
}

function LogSkeleton(): ReactNode {
  return (
    <div className="space-y-3 pt-6">
      <Skeleton className="ms-auto h-10 w-2/5 rounded-2xl" />
      <Skeleton className="mt-8 h-4 w-11/12" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}
