import { useAtom, useAtomValue } from 'jotai'
import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { tooltipOf } from '../../ui/layers/tooltipOf.ts'
import { pinChats, startMove } from '../../folders/folderActions.ts'
import { stepOfKey } from '../../folders/folderMoves.ts'
import { holdRowFocus, listQuery, neighbourOf, rowQuery } from '../../folders/rowFocus.ts'
import { archiveChat, deleteChat, openChat, renamingIdAtom } from '../actions.ts'
import { movePinStep } from './movePin.ts'
import { attempt } from '../../core/failures.ts'
import { pressedCommand } from '../../core/shortcutsAtom.ts'
import { classNames } from '../../ui/classNames.ts'
import { moveFocus } from '../../ui/controls/moveFocus.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { unreadAtom } from '../conversation/unread.ts'
import { Sign } from './Sign.tsx'
import { TitleField } from './TitleField.tsx'

interface ChatRowProps {
  conversation: Conversation
  current: boolean
  /** Whether the Tab key reaches this row; the arrow keys reach the others. */
  tabStop: boolean
  onOpenChat: () => void
}

export const ChatRow = memo(function ChatRow(props: ChatRowProps): ReactNode {
  const { conversation, current, tabStop, onOpenChat } = props
  const { id } = conversation
  const { t } = useTranslation()
  const [renamingId, setRenamingId] = useAtom(renamingIdAtom)
  const answering = useAtomValue(runningRepliesAtom).has(id)
  const unread = useAtomValue(unreadAtom).has(id)
  const row = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  /** Moves the focus on once the row is gone, and after the composer of another chat has taken it. */
  const whenGone = useRef<() => void>(undefined)
  const isPinned = conversation.pinKey !== null
  const PinIcon = isPinned ? PinOff : Pin
  const ArchiveIcon = conversation.isArchived ? ArchiveRestore : Archive
  const title = conversation.title || t('chat.list.untitled')
  useEffect(() => () => whenGone.current?.(), [])

  if (renamingId === id) {
    return (
      <li className="chat-row">
        <TitleField
          conversation={conversation}
          onClose={() => {
            setRenamingId(null)
            requestAnimationFrame(() => row.current?.focus())
          }}
        />
      </li>
    )
  }

  /** Does what takes the row out of the list, and keeps the focus there. */
  const leave = (work: () => Promise<void>): void => {
    const item = row.current?.closest('li')
    const hadFocus = item?.contains(document.activeElement)
    const neighbour = row.current && neighbourOf(row.current)
    whenGone.current = () => {
      if (hadFocus || document.activeElement === document.body) neighbour?.focus()
    }
    attempt(
      work().catch((error: unknown) => {
        whenGone.current = undefined
        throw error
      }),
    )
  }
  const deleteThis = (): void => leave(() => deleteChat(id))
  const pinThis = (): void => attempt(pinChats([id], !isPinned).then(holdRowFocus(id)))
  const archiveThis = (): void => leave(() => archiveChat(id, !conversation.isArchived))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (moveFocus(event, listQuery, rowQuery)) return
    const step = isPinned ? stepOfKey(event.nativeEvent, false) : undefined
    if (step === 'up' || step === 'down') {
      attempt(movePinStep(conversation, step).then(holdRowFocus(id)))
    } else if (pressedCommand(event.nativeEvent) === 'renameChat') setRenamingId(id)
    else if (event.key === 'Delete') deleteThis()
    else return
    event.preventDefault()
  }

  return (
    <li className="chat-row">
      <button
        ref={row}
        {...tooltipOf(title, { whenCut: true })}
        type="button"
        data-chat-row=""
        data-row-id={id}
        tabIndex={tabStop ? 0 : -1}
        aria-current={current ? 'page' : undefined}
        className="flex h-full w-full items-center gap-2 rounded-lg ps-2.5 pe-9 text-start text-sm"
        onClick={() => {
          openChat(id)
          onOpenChat()
        }}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          event.preventDefault()
          menu.current?.click()
        }}
      >
        <span
          dir="auto"
          className={classNames('own-direction min-w-0 grow truncate', unread && 'font-semibold')}
        >
          {title}
        </span>
        <Sign answering={answering} awaitsUser={conversation.awaitsUser} unread={unread} />
      </button>
      <div className="chat-row-menu absolute inset-y-0 end-1 flex items-center">
        <Menu
          align="end"
          trigger={
            <button
              ref={menu}
              type="button"
              tabIndex={tabStop ? 0 : -1}
              aria-label={t('chat.list.options')}
              className="pressable grid size-7 place-items-center rounded-md text-muted hover:text-ink"
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
        >
          <MenuItem
            icon={<Pencil aria-hidden className="size-4" />}
            onSelect={() => setRenamingId(id)}
          >
            {t('chat.list.rename')}
          </MenuItem>
          {!conversation.isArchived && (
            <>
              <MenuItem icon={<PinIcon aria-hidden className="size-4" />} onSelect={pinThis}>
                {t(isPinned ? 'chat.list.unpin' : 'chat.list.pin')}
              </MenuItem>
              <MenuItem
                icon={<FolderInput aria-hidden className="size-4" />}
                onSelect={() => startMove([id])}
              >
                {t('chat.folders.moveTo')}
              </MenuItem>
            </>
          )}
          <MenuItem icon={<ArchiveIcon aria-hidden className="size-4" />} onSelect={archiveThis}>
            {t(conversation.isArchived ? 'chat.archive.takeOut' : 'chat.archive.putIn')}
          </MenuItem>
          <MenuItem danger icon={<Trash2 aria-hidden className="size-4" />} onSelect={deleteThis}>
            {t('chat.list.delete')}
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
})
