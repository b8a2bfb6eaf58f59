import './find.css'
import { useAtomValue } from 'jotai'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { attempt } from '../../core/failures.ts'
import { keeperOf } from '../log/placeKeeper.ts'
import { cancelReveal, revealMessage } from '../log/revealMessage.ts'
import type { Thread, ThreadState } from '../conversation/thread.ts'
import { closeFind, findAtom, findStep, setQuery, setSession, setStatus } from './find.ts'
import type { FindState } from './find.ts'
import { createFindSession } from './findSession.ts'
import type { FindSession } from './findSession.ts'
import type { Positions } from './matchPlaces.ts'
import { maxQueryLength } from '../../../shared/limits.ts'

/** Shows the bar that finds a text in a chat. */
export function FindBar({ thread }: { thread: Thread }): ReactNode {
  const state = useAtomValue(findAtom)
  return state && <OpenFindBar thread={thread} state={state} />
}

/** Main searches the whole chat, so it waits until the user pauses. */
const pauseMilliseconds = 120

function OpenFindBar({ thread, state }: { thread: Thread; state: FindState }): ReactNode {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { query, status } = state
  useFindSession(thread, query)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <search className="find-bar">
      <input
        ref={field}
        type="search"
        data-find-field
        aria-label={t('chat.find.title')}
        placeholder={t('chat.find.title')}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxQueryLength}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onFieldKeyDown}
      />
      <span role="status" className="find-count">
        {query !== '' && <FindCount {...status} />}
      </span>
      <IconButton
        size="small"
        label={t('chat.find.previous')}
        shortcut="⇧⏎"
        icon={<ChevronUp aria-hidden className="size-4" />}
        disabled={status.total === 0}
        onClick={() => findStep(-1)}
        onKeyDown={closeOnEscape}
      />
      <IconButton
        size="small"
        label={t('chat.find.next')}
        shortcut="⏎"
        icon={<ChevronDown aria-hidden className="size-4" />}
        disabled={status.total === 0}
        onClick={() => findStep(1)}
        onKeyDown={closeOnEscape}
      />
      <IconButton
        size="small"
        label={t('chat.find.close')}
        icon={<X aria-hidden className="size-4" />}
        onClick={closeFind}
        onKeyDown={closeOnEscape}
      />
    </search>
  )
}

function FindCount({ total, current }: FindState['status']): ReactNode {
  const { t } = useTranslation()
  return total === 0 ? t('chat.find.none') : t('chat.find.count', { current, total })
}

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.preventDefault()
  closeFind()
}

function onFieldKeyDown(event: KeyboardEvent): void {
  closeOnEscape(event)
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  findStep(event.shiftKey ? -1 : 1)
}

/** Computes the positions only when the known messages change. */
function positionsIn(thread: Thread): () => Positions {
  let messages: ThreadState['messages'] = []
  let positions: Positions = new Map()
  return () => {
    const latest = store.get(thread.stateAtom).messages
    if (latest !== messages) positions = new Map(latest.map(({ id }, index) => [id, index]))
    messages = latest
    return positions
  }
}

function useFindSession(thread: Thread, query: string): void {
  const session = useRef<FindSession>(null)
  const messages = useAtomValue(thread.stateAtom).messages
  const lastId = messages.at(-1)?.id
  useEffect(() => {
    const log = document.querySelector<HTMLElement>('[role=log]')
    if (!log) return undefined
    const created = createFindSession({
      log,
      find: (wanted) => api.chat.find({ conversationId: thread.conversationId, query: wanted }),
      positions: positionsIn(thread),
      reveal: (messageId) => attempt(revealMessage(thread, messageId)),
      hold: (block, pixels) => {
        // The match before it may still be on its way.
        cancelReveal()
        keeperOf(log)?.hold(block, pixels)
      },
      onChange: setStatus,
    })
    session.current = created
    setSession(created)
    return () => {
      setSession(undefined)
      created.stop()
    }
  }, [thread])
  useEffect(() => {
    const timer = setTimeout(() => session.current?.search(query), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [query, thread])
  // The last message has changed: another branch, or one message more.
  useEffect(() => session.current?.refresh(), [lastId])
}
