import { useAtom, useAtomValue } from 'jotai'
import { Folder as FolderIcon, FolderMinus } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Folder } from '../../shared/folders.ts'
import { attempt } from '../core/failures.ts'
import { isPlainEnter } from '../core/isPlainEnter.ts'
import { classNames } from '../ui/classNames.ts'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { findMatches } from '../ui/controls/rankMatches.ts'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { moveChats, moveFolder, movingAtom, type Moving } from './folderActions.ts'
import { folderTreeAtom, pathOf } from './folderList.ts'
import { branchOf, type FolderTree } from './folderMoves.ts'
import { lastTargets } from './lastTargets.ts'
import { holdRowFocus } from './rowFocus.ts'

/** Asks where to move chats or a folder, with a search and the last targets first. */
export function MoveDialog(): ReactNode {
  const { t } = useTranslation()
  const [moving, setMoving] = useAtom(movingAtom)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={moving !== null}
      onOpenChange={(open) => {
        if (!open) setMoving(null)
      }}
      title={t('chat.folders.moveTitle')}
      initialFocus={field}
      scrolls
    >
      {moving && <Targets moving={moving} field={field} onClose={() => setMoving(null)} />}
    </Dialog>
  )
}

interface Target {
  /** The folder's id; null for none. */
  id: string | null
  name: string
  /** The names of the folders that it is in. */
  outer: string
}

interface TargetsProps {
  moving: Moving
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
}

function Targets({ moving, field, onClose }: TargetsProps): ReactNode {
  const { t } = useTranslation()
  const tree = useAtomValue(folderTreeAtom)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const outside = t(moving.kind === 'chats' ? 'chat.folders.none' : 'chat.folders.top')
  const targets = useMemo(() => listTargets(tree, moving, outside), [tree, moving, outside])
  const found = useMemo(
    () => findMatches(targets, query, ({ name, outer }) => ({ label: name, more: [outer] })),
    [targets, query],
  )
  const index = Math.min(active, found.length - 1)

  const choose = (target: Target | undefined): void => {
    if (!target) return
    onClose()
    attempt(move(moving, target.id))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      const next = Math.min(Math.max(index + step, 0), found.length - 1)
      setActive(next)
      document
        .querySelector(`#${CSS.escape(`${listId}-${next}`)}`)
        ?.scrollIntoView({ block: 'nearest' })
    } else if (isPlainEnter(event.nativeEvent)) choose(found[index])
    else return
    event.preventDefault()
  }

  return (
    <>
      <SearchField
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${index}` : undefined}
        label={t('chat.folders.search')}
        clearLabel={t('chat.folders.clear')}
        query={query}
        onQueryChange={(text) => {
          setQuery(text)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={t('chat.folders.title')}
        className="-mx-2 min-h-0 grow overflow-y-auto overscroll-contain"
      >
        {found.map((target, at) => (
          <TargetOption
            key={target.id ?? ''}
            id={`${listId}-${at}`}
            target={target}
            isActive={at === index}
            onPoint={() => setActive(at)}
            onChoose={() => choose(target)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="text-sm text-muted">
          {t('chat.folders.notFound')}
        </p>
      )}
    </>
  )
}

interface TargetOptionProps {
  id: string
  target: Target
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function TargetOption({ id, target, isActive, onPoint, onChoose }: TargetOptionProps): ReactNode {
  const Icon = target.id === null ? FolderMinus : FolderIcon
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classNames(
        'flex min-h-8 w-full cursor-default text-start items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm select-none',
        isActive && 'bg-hover',
      )}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 break-words">
        <bdi>{target.name}</bdi>
        {target.outer && <span className="text-muted"> {target.outer}</span>}
      </span>
    </button>
  )
}

/** Returns where it can go: out of all folders, the last targets, then the tree from the top. */
function listTargets(tree: FolderTree, moving: Moving, outside: string): Target[] {
  const refused = moving.kind === 'folder' ? branchOf(tree, moving.folder.id) : new Set<string>()
  const inOrder = (parentId: string | null): Folder[] =>
    (tree.get(parentId) ?? [])
      .filter(({ id }) => !refused.has(id))
      .flatMap((folder) => [folder, ...inOrder(folder.id)])
  const all = inOrder(null)
  const recent = lastTargets().flatMap((id) => all.find((folder) => folder.id === id) ?? [])
  const folders = new Set([...recent, ...all])
  return [{ id: null, name: outside, outer: '' }, ...[...folders].map(targetOf)]
}

function targetOf(folder: Folder): Target {
  return { id: folder.id, name: folder.name, outer: pathOf(folder).slice(0, -1).join(' › ') }
}

async function move(moving: Moving, folderId: string | null): Promise<void> {
  const [id] = moving.kind === 'folder' ? [moving.folder.id] : moving.ids
  const settle = holdRowFocus(id ?? '')
  if (moving.kind === 'chats') await moveChats(moving.ids, folderId)
  else await moveFolder(moving.folder, { parentId: folderId, beforeId: null })
  settle()
}
