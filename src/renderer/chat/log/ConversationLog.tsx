import '../chat.css'
import './log.css'
import { useAtomValue } from 'jotai'
import { ArrowDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { crashedChatsAtom } from '../conversation/crashedChats.ts'
import { attempt } from '../../core/failures.ts'
import { ReplyAnnouncer } from './ReplyAnnouncer.tsx'
import { retryThread } from '../conversation/thread.ts'
import type { Thread } from '../conversation/thread.ts'
import { forgetFailures, loadAround } from './loadAround.ts'
import { PlainChatContext } from './keptState.ts'
import { MessageRow } from './MessageRow.tsx'
import { PlainNotice } from './PlainNotice.tsx'
import { useNewReply, useRememberedPlace, useRevealed, useReturn } from './readerPlace.ts'
import { useMessageList } from './useMessageList.ts'
import { usePinnedRows } from './usePinnedRows.ts'
import { printedRows, usePrinting } from './usePrinting.ts'

/**
 * Shows the messages of one conversation. Only those near the reader are in the document, and only
 * texts around these are in memory.
 */
export function ConversationLog({ thread }: { thread: Thread }): ReactNode {
  const { t } = useTranslation()
  const { state, messages, error } = useAtomValue(thread.stateAtom)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const isPlain = useAtomValue(crashedChatsAtom).has(thread.conversationId)
  const pinned = usePinnedRows(messages, scroller)
  const remember = useRememberedPlace(thread)
  const list = useMessageList({
    conversationId: thread.conversationId,
    messages,
    scroller,
    pinned,
    onMove: remember,
  })
  const returning = useReturn(thread, list)
  useNewReply(thread, list)
  useRevealed(thread, list)
  const printing = usePrinting()
  const { rows, shown, sticking, stick, setContent, measure } = list

  useEffect(() => {
    if (shown && printing === 'no') void loadAround(thread, shown, pinned)
  }, [thread, shown, pinned, messages, printing])

  const retry = (): void => {
    forgetFailures(thread)
    attempt(retryThread(thread))
  }
  const drawn = printing === 'printed' ? printedRows(messages) : rows

  return (
    <div className="relative flex min-h-0 grow flex-col">
      {isPlain && <PlainNotice conversationId={thread.conversationId} />}
      <div
        ref={setScroller}
        role="log"
        aria-label={t('chat.conversation')}
        aria-live="off"
        aria-busy={state === 'loading' || returning}
        tabIndex={0}
        className="log scroll-room min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <div className="text-column">
          {(state === 'loading' || returning) && <LogSkeleton />}
          <div ref={setContent} data-rows="" className="log-rows">
            <PlainChatContext value={isPlain}>
              {drawn.map(({ index, size }) => {
                const entry = returning ? undefined : messages[index]
                return (
                  entry && (
                    <MessageRow
                      key={entry.id}
                      entry={entry}
                      index={index}
                      count={messages.length}
                      height={entry.atom ? 0 : size}
                      measure={measure}
                    />
                  )
                )
              })}
            </PlainChatContext>
          </div>
        </div>
      </div>
      {error && (
        <div className="log-error">
          <ErrorAlert error={error} since={0} onAction={retry} />
        </div>
      )}
      {!sticking && (
        <div className="log-jump">
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
