import { useAtomValue } from 'jotai'
import { ArrowUp, Paperclip, Pencil, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueuedMessage } from '../../../shared/chat/chat.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { focusComposer } from './composing.ts'
import { attempt } from '../../core/failures.ts'
import {
  followingAtom,
  loadQueue,
  queuesAtom,
  removeQueued,
  sendNow,
  takeBack,
} from '../conversation/queue.ts'
import { useAwaiting } from '../conversation/awaitingAnswer.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'

/**
 * Characters shown of a queued message: laying out a pasted file of megabytes would block the page.
 */
const shownLength = 400

/** Shows the messages that go out after the running answer, or that wait for the user. */
export function QueuedMessages({ conversationId }: { conversationId: string }): ReactNode {
  const { t } = useTranslation()
  const queue = useAtomValue(queuesAtom).get(conversationId)
  const following = useAtomValue(followingAtom)
  const running = useAtomValue(runningRepliesAtom).has(conversationId)
  const awaiting = useAwaiting(conversationId)
  const answering = running || awaiting
  useEffect(() => {
    loadQueue(conversationId).catch((error: unknown) => {
      console.error('What waits to be sent could not be read', error)
    })
  }, [conversationId])
  const stateOf = ({ id }: QueuedMessage): string =>
    t(answering && following.has(id) ? 'chat.queue.afterAnswer' : 'chat.queue.waiting')
  const last = queue?.at(-1)
  return (
    <>
      {/* Mounted before it has text: otherwise screen readers would not announce the text. */}
      <p role="status" className="sr-only">
        {last && stateOf(last)}
      </p>
      {queue && (
        <ol
          aria-label={t('chat.queue.title')}
          className="max-h-[30vh] space-y-1 overflow-y-auto overscroll-contain"
        >
          {queue.map((queued) => (
            <QueuedRow key={queued.id} queued={queued} state={stateOf(queued)} />
          ))}
        </ol>
      )}
    </>
  )
}

function QueuedRow({ queued, state }: { queued: QueuedMessage; state: string }): ReactNode {
  const { t } = useTranslation()
  const { text, files } = queued
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-bubble px-3.5 py-2 text-sm">
      <div className="min-w-40 flex-1">
        {text !== '' && (
          <p dir="auto" className="own-direction line-clamp-2 break-words whitespace-pre-line">
            {text.slice(0, shownLength)}
          </p>
        )}
        {files.length > 0 && (
          <p className="flex items-center gap-1.5 text-muted">
            <Paperclip aria-hidden className="size-3.5 shrink-0" />
            <bdi className="truncate">{files.map(({ name }) => name).join(', ')}</bdi>
          </p>
        )}
        <p className="text-xs text-muted">{state}</p>
      </div>
      <div className="ms-auto flex items-center gap-1">
        <Button
          size="small"
          icon={<ArrowUp aria-hidden className="size-4" />}
          onClick={() => {
            focusComposer()
            attempt(sendNow(queued))
          }}
        >
          {t('chat.queue.sendNow')}
        </Button>
        <IconButton
          size="small"
          label={t('chat.queue.edit')}
          tooltipSide="top"
          icon={<Pencil aria-hidden className="size-4" />}
          onClick={() => attempt(takeBack(queued))}
        />
        <IconButton
          size="small"
          label={t('chat.queue.remove')}
          tooltipSide="top"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => {
            focusComposer()
            attempt(removeQueued(queued))
          }}
        />
      </div>
    </li>
  )
}
