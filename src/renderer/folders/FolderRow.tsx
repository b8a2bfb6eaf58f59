import { useAtom } from 'jotai'
import { ChevronRight, Ellipsis, Folder as FolderIcon, FolderInput, FolderPlus } from 'lucide-react'
import { Pencil, Trash2 } from 'lucide-react'
import { memo, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Folder } from '../../shared/folders.ts'
import { maxFolderNameLength } from '../../shared/limits.ts'
import { attempt } from '../core/failures.ts'
import { NameField } from '../core/NameField.tsx'
import { pressedCommand } from '../core/shortcutsAtom.ts'
import { store } from '../core/store.ts'
import { classNames } from '../ui/classNames.ts'
import { moveFocus } from '../ui/controls/moveFocus.ts'
import { Menu, MenuItem } from '../ui/layers/Menu.tsx'
import { tooltipOf } from '../ui/layers/tooltipOf.ts'
import {
  createFolder,
  moveFolderStep,
  movingAtom,
  removeFolder,
  renameFolder,
  renamingFolderAtom,
  setFolderOpen,
} from './folderActions.ts'
import { stepOfKey } from './folderMoves.ts'
import { holdRowFocus, listQuery, rowQuery } from './rowFocus.ts'

interface FolderRowProps {
  folder: Folder
  /** Whether the Tab key reaches this row; the arrow keys reach the others. */
  tabStop: boolean
  /** Stands at the end of the row. */
  sign: ReactNode
}

/** Shows a folder's name, which opens and closes it, and its menu. */
export const FolderRow = memo(function FolderRow(props: FolderRowProps): ReactNode {
  const { folder, tabStop, sign } = props
  const { t } = useTranslation()
  const [renamingId, setRenamingId] = useAtom(renamingFolderAtom)
  const row = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLButtonElement>(null)

  if (renamingId === folder.id) {
    return (
      <div className="chat-row">
        <NameField
          label={t('chat.folders.nameField')}
          value={folder.name}
          maxLength={maxFolderNameLength}
          onSave={(name) => attempt(renameFolder(folder, name))}
          onClose={() => {
            setRenamingId(null)
            requestAnimationFrame(() => row.current?.focus())
          }}
        />
      </div>
    )
  }

  const setOpen = (isOpen: boolean): void => {
    if (isOpen !== folder.isOpen) attempt(setFolderOpen(folder, isOpen))
  }
  const remove = (): void => {
    attempt(removeFolder(folder).then(holdRowFocus(folder.id)))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (moveFocus(event, listQuery, rowQuery)) return
    const isRightToLeft = document.dir === 'rtl'
    const step = stepOfKey(event, isRightToLeft)
    if (step) {
      attempt(moveFolderStep(folder, step).then(holdRowFocus(folder.id)))
    } else if (pressedCommand(event.nativeEvent) === 'renameChat') setRenamingId(folder.id)
    else if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    else if (event.key === 'ArrowRight') setOpen(!isRightToLeft)
    else if (event.key === 'ArrowLeft') setOpen(isRightToLeft)
    else if (event.key === 'Delete') remove()
    else return
    event.preventDefault()
  }

  return (
    <div className="chat-row">
      <button
        ref={row}
        {...tooltipOf(folder.name, { whenCut: true })}
        type="button"
        data-folder-row=""
        data-row-id={folder.id}
        tabIndex={tabStop ? 0 : -1}
        aria-expanded={folder.isOpen}
        className="flex h-full w-full items-center gap-2 rounded-lg ps-1.5 pe-9 text-start text-sm"
        onClick={() => setOpen(!folder.isOpen)}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          event.preventDefault()
          menu.current?.click()
        }}
      >
        <ChevronRight
          aria-hidden
          className={classNames(
            'size-3.5 shrink-0 text-muted',
            folder.isOpen ? 'rotate-90' : 'rtl:rotate-180',
          )}
        />
        <FolderIcon aria-hidden className="size-4 shrink-0 text-muted" />
        <span dir="auto" className="own-direction min-w-0 grow truncate">
          {folder.name}
        </span>
        {sign}
      </button>
      <div className="chat-row-menu absolute inset-y-0 end-1 flex items-center">
        <Menu
          align="end"
          trigger={
            <button
              ref={menu}
              type="button"
              tabIndex={tabStop ? 0 : -1}
              aria-label={t('chat.folders.options')}
              className="pressable grid size-7 place-items-center rounded-md text-muted hover:text-ink"
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
        >
          <MenuItem
            icon={<FolderPlus aria-hidden className="size-4" />}
            onSelect={() => attempt(createFolder(folder.id))}
          >
            {t('chat.folders.createIn')}
          </MenuItem>
          <MenuItem
            icon={<Pencil aria-hidden className="size-4" />}
            onSelect={() => setRenamingId(folder.id)}
          >
            {t('chat.list.rename')}
          </MenuItem>
          <MenuItem
            icon={<FolderInput aria-hidden className="size-4" />}
            onSelect={() => store.set(movingAtom, { kind: 'folder', folder })}
          >
            {t('chat.folders.moveTo')}
          </MenuItem>
          <MenuItem danger icon={<Trash2 aria-hidden className="size-4" />} onSelect={remove}>
            {t('chat.folders.remove')}
          </MenuItem>
        </Menu>
      </div>
    </div>
  )
})
