import { atom } from 'jotai'
import { toWire, type WireError } from '../../shared/errors.ts'
import type { Folder } from '../../shared/folders.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'

/** All folders, siblings in their order; undefined until they are read. */
export const foldersAtom = atom<readonly Folder[] | undefined>(undefined)

/** The folders by the one that they are in; null for the top. */
export const folderTreeAtom = atom((get): ReadonlyMap<string | null, readonly Folder[]> => {
  const tree = new Map<string | null, Folder[]>()
  for (const folder of get(foldersAtom) ?? []) {
    const siblings = tree.get(folder.parentId)
    if (siblings) siblings.push(folder)
    else tree.set(folder.parentId, [folder])
  }
  return tree
})

export function findFolder(id: string | null): Folder | undefined {
  return store.get(foldersAtom)?.find((folder) => folder.id === id)
}

/** Takes what main has sent, and sorts it as main does: by (key, id) in the order of code units. */
export function putFolders(folders: readonly Folder[]): void {
  store.set(
    foldersAtom,
    folders.toSorted((one, other) => compare(one.key, other.key) || compare(one.id, other.id)),
  )
}

/** Shows a change of one folder before main tells of it. */
export function putFolder(folder: Folder): void {
  const others = store.get(foldersAtom)?.filter(({ id }) => id !== folder.id) ?? []
  putFolders([...others, folder])
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The failure of the last reading; undefined if there was none. */
export const foldersErrorAtom = atom<WireError>()

export async function loadFolders(): Promise<void> {
  try {
    putFolders(await api.folders.list({}))
    store.set(foldersErrorAtom, undefined)
  } catch (error) {
    store.set(foldersErrorAtom, toWire(error))
  }
}

/** Keeps the folders up to date. */
export function followFolders(): void {
  api.folders.changed(putFolders)
  api.folders.folderChanged(putFolder)
}

/** Returns the names from the top down to a folder, itself last. */
export function pathOf(folder: Folder): string[] {
  const names = [folder.name]
  let parent = findFolder(folder.parentId)
  // Main allows no circle; a page between two events might see one.
  while (parent && names.length < 20) {
    names.unshift(parent.name)
    parent = findFolder(parent.parentId)
  }
  return names
}
