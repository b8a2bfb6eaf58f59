import { atom } from 'jotai'
import i18next from 'i18next'
import type { Folder, PlacedChat } from '../../shared/folders.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { store } from '../core/store.ts'
import { showToast } from '../ui/layers/Toast.tsx'
import { findFolder, folderTreeAtom, putFolder } from './folderList.ts'
import { placeOf, targetOfStep, type FolderStep, type FolderTarget } from './folderMoves.ts'
import { noteTarget } from './lastTargets.ts'

const undoMilliseconds = 8000

/** The folder whose name the user edits in the list; null for none. */
export const renamingFolderAtom = atom<string | null>(null)

/** The result of a move by keyboard, which a screen reader says. */
export const moveNoteAtom = atom('')

/** The things that “Move to…” moves: chats, or a folder. */
export type Moving = { kind: 'chats'; ids: readonly string[] } | { kind: 'folder'; folder: Folder }

/** The user's choice of what to move, until the target is chosen too. */
export const movingAtom = atom<Moving | null>(null)

/** Asks where to move chats. */
export function startMove(ids: readonly string[]): void {
  store.set(movingAtom, { kind: 'chats', ids })
}

function offerUndo(text: string, undo: () => Promise<unknown>): void {
  showToast(text, {
    milliseconds: undoMilliseconds,
    action: { label: i18next.t('chat.delete.undo'), run: () => attempt(undo()) },
  })
}

/** Creates a folder and lets the user name it. */
export async function createFolder(parentId: string | null): Promise<void> {
  const parent = findFolder(parentId)
  if (parent && !parent.isOpen) await setFolderOpen(parent, true)
  const created = await api.folders.create({ name: i18next.t('chat.folders.create'), parentId })
  putFolder(created)
  store.set(renamingFolderAtom, created.id)
}

export async function renameFolder(folder: Folder, name: string): Promise<void> {
  putFolder({ ...folder, name })
  try {
    putFolder(await api.folders.rename({ id: folder.id, name }))
  } catch (error) {
    putFolder(folder)
    throw error
  }
}

/** Shows what is in a folder, or hides it; main remembers that. */
export async function setFolderOpen(folder: Folder, isOpen: boolean): Promise<void> {
  putFolder({ ...folder, isOpen })
  putFolder(await api.folders.setOpen({ id: folder.id, isOpen }))
}

/** Deletes a folder, and offers to undo that for a while. What was in it stays. */
export async function removeFolder({ id, name }: Folder): Promise<void> {
  await api.folders.remove({ id })
  offerUndo(i18next.t('chat.folders.removed', { name }), () => api.folders.restore({ id }))
}

/** Moves a folder a step by keyboard, and says where it is then. */
export async function moveFolderStep(folder: Folder, step: FolderStep): Promise<void> {
  const target = targetOfStep(store.get(folderTreeAtom), folder, step)
  if (!target) return
  const parent = findFolder(target.parentId)
  if (parent && !parent.isOpen) await setFolderOpen(parent, true)
  putFolder(await api.folders.move({ id: folder.id, ...target }))
  const { name } = folder
  if (target.parentId !== folder.parentId) {
    const place = parent?.name ?? i18next.t('chat.folders.top')
    store.set(moveNoteAtom, i18next.t('chat.folders.placedIn', { name, parent: place }))
    return
  }
  const siblings = store.get(folderTreeAtom).get(target.parentId) ?? []
  const position = siblings.findIndex(({ id }) => id === folder.id) + 1
  store.set(
    moveNoteAtom,
    i18next.t('chat.folders.placed', { name, position, count: siblings.length }),
  )
}

/** Moves a folder into another, and offers to undo that for a while. */
export async function moveFolder(folder: Folder, target: FolderTarget): Promise<void> {
  const before = placeOf(store.get(folderTreeAtom), folder)
  putFolder(await api.folders.move({ id: folder.id, ...target }))
  const place = findFolder(target.parentId)?.name ?? i18next.t('chat.folders.top')
  offerUndo(i18next.t('chat.folders.placedIn', { name: folder.name, parent: place }), async () =>
    putFolder(await api.folders.move({ id: folder.id, ...before })),
  )
}

/** Moves chats into a folder, or out of theirs for null, and offers to undo that for a while. */
export async function moveChats(ids: readonly string[], folderId: string | null): Promise<void> {
  const chats = ids.map((id): PlacedChat => ({ id, folderId }))
  const before = await api.folders.moveChats({ chats })
  const count = before.length
  const name = findFolder(folderId)?.name
  if (folderId !== null) noteTarget(folderId)
  const text =
    name === undefined
      ? i18next.t('chat.folders.movedOut', { count })
      : i18next.t('chat.folders.moved', { count, name })
  offerUndo(text, () => api.folders.moveChats({ chats: before }))
}

/** Pins chats or unpins them, and offers to undo that for a while. */
export async function pinChats(ids: readonly string[], isPinned: boolean): Promise<void> {
  const before = await api.folders.pin({ ids: [...ids], isPinned })
  if (before.length === 0) return
  const count = before.length
  const text = isPinned
    ? i18next.t('chat.list.pinnedDone', { count })
    : i18next.t('chat.list.unpinnedDone', { count })
  offerUndo(text, () => api.folders.setPins({ pins: before }))
}
