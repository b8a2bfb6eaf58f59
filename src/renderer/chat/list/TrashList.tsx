import { Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrashedChat } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { tooltipOf } from '../../ui/layers/tooltipOf.ts'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { calendarDays } from './dateGroups.ts'
import { ListHeader } from './ListHeader.tsx'
import { MoreMark } from './MoreMark.tsx'
import { createTrashReader, type Trash, type TrashReader } from './trashReader.ts'
import { restoreFromTrash } from '../actions.ts'
import { useToday } from './useToday.ts'

const maxDaysLeft = 30

interface TrashListProps {
  onBack: () => void
}

/** Shows the chats of the trash with the days that they have left. */
export function TrashList({ onBack }: TrashListProps): ReactNode {
  const { t } = useTranslation()
  const { chats, more, error, readMore } = useTrash()
  const [asked, setAsked] = useState<TrashedChat | 'all'>()
  const erase = (): void => {
    if (asked) attempt(api.chat.erase({ ids: asked === 'all' ? null : [asked.id] }))
  }
  const isEmpty = chats?.length === 0
  const focus = useKeptFocus(chats, asked === undefined)
  return (
    <div {...focus} className="flex min-h-0 grow flex-col">
      <ListHeader
        title={t('chat.trash.title')}
        onBack={onBack}
        action={
          chats &&
          !isEmpty && (
            <Button size="small" onClick={() => setAsked('all')}>
              {t('chat.trash.empty')}
            </Button>
          )
        }
      />
      <p className="px-5 pt-2 pb-1 text-xs text-muted">{t('chat.trash.hint')}</p>
      <div className="chat-list min-h-0 grow overflow-y-auto overscroll-contain px-2.5 pb-3">
        <ul>
          {chats?.map((chat) => (
            <TrashRow key={chat.id} chat={chat} onErase={() => setAsked(chat)} />
          ))}
        </ul>
        {error && <ErrorAlert error={error} since={0} onAction={readMore} />}
        {isEmpty && !error && <EmptyState icon={Trash2} title={t('chat.trash.none')} />}
        {chats && more && !error && <MoreMark count={chats.length} onNear={readMore} />}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsked(undefined)
        }}
        title={
          asked === 'all'
            ? t('chat.trash.askAll')
            : t('chat.trash.ask', { title: asked?.title || t('chat.list.untitled') })
        }
        description={t('chat.trash.askDescription')}
        confirmLabel={asked === 'all' ? t('chat.trash.empty') : t('chat.trash.erase')}
        cancelLabel={t('app.cancel')}
        onConfirm={erase}
      />
    </div>
  )
}

interface TrashRowProps {
  chat: TrashedChat
  onErase: () => void
}

function TrashRow({ chat, onErase }: TrashRowProps): ReactNode {
  const { t } = useTranslation()
  const today = useToday()
  const title = chat.title || t('chat.list.untitled')
  // A clock that was set back gives no chat more than its 30 days.
  const left = calendarDays(new Date(today), new Date(chat.expiresAt))
  const days = Math.min(Math.max(left, 0), maxDaysLeft)
  return (
    <li className="trash-row flex items-center gap-1 rounded-lg ps-2.5 pe-1 hover:bg-hover">
      <div className="min-w-0 grow py-1.5 text-sm">
        <span
          {...tooltipOf(title, { whenCut: true })}
          dir="auto"
          className="own-direction block truncate"
        >
          {title}
        </span>
        <span className="block text-xs text-muted">{t('chat.trash.days', { count: days })}</span>
      </div>
      <IconButton
        size="small"
        label={t('chat.trash.restore', { title })}
        icon={<Undo2 aria-hidden className="size-4" />}
        onClick={() => attempt(restoreFromTrash(chat.id))}
      />
      <IconButton
        size="small"
        label={t('chat.trash.eraseOne', { title })}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={onErase}
      />
    </li>
  )
}

/** Keeps the focus in the list when the row that has it goes: on the next one, or on “Back”. */
function useKeptFocus(chats: readonly TrashedChat[] | undefined, isUsed: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const row = useRef<number>(undefined)
  useEffect(() => {
    if (!isUsed) return
    // After a dialog has given the focus back.
    const frame = requestAnimationFrame(() => {
      if (row.current === undefined || document.activeElement !== document.body) return
      const rows = list.current?.querySelectorAll('.trash-row') ?? []
      const next = rows[Math.min(row.current, rows.length - 1)] ?? list.current
      next?.querySelector('button')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [chats, isUsed])
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const rows = [...(list.current?.querySelectorAll('.trash-row') ?? [])]
    const index = rows.findIndex((element) => element.contains(event.target))
    if (index >= 0) row.current = index
  }
  return { ref: list, onFocus }
}

function useTrash(): Trash & Pick<TrashReader, 'readMore'> {
  const [trash, setTrash] = useState<Trash>({ chats: undefined, more: true, error: undefined })
  const [reader, setReader] = useState<TrashReader>()
  useEffect(() => {
    const opened = createTrashReader(setTrash)
    setReader(opened)
    return opened.stop
  }, [])
  return { ...trash, readMore: reader?.readMore ?? noReader }
}

function noReader(): void {
  // The first page comes by itself.
}
