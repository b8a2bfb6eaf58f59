import type { Folder } from '../../shared/folders.ts'

/** The direction of a move by keyboard. `in` and `out` follow the direction of reading. */
export type FolderStep = 'up' | 'down' | 'in' | 'out'

type StepKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** Returns the step that Alt+Shift with an arrow key means. */
export function stepOfKey(event: StepKey, isRightToLeft: boolean): FolderStep | undefined {
  if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return undefined
  switch (event.key) {
    case 'ArrowUp':
      return 'up'
    case 'ArrowDown':
      return 'down'
    case 'ArrowRight':
      return isRightToLeft ? 'out' : 'in'
    case 'ArrowLeft':
      return isRightToLeft ? 'in' : 'out'
    default:
      return undefined
  }
}

export interface FolderTarget {
  parentId: string | null
  beforeId: string | null
}

/** The folders by the one that they are in, in their order. */
export type FolderTree = ReadonlyMap<string | null, readonly Folder[]>

/** Returns where a step takes a folder; undefined if it leads nowhere. */
export function targetOfStep(
  tree: FolderTree,
  folder: Folder,
  step: FolderStep,
): FolderTarget | undefined {
  const { parentId } = folder
  const siblings = tree.get(parentId) ?? []
  const index = siblings.findIndex(({ id }) => id === folder.id)
  const previous = siblings[index - 1]
  switch (step) {
    case 'up':
      return previous && { parentId, beforeId: previous.id }
    case 'down':
      if (index < 0 || index + 1 >= siblings.length) return undefined
      return { parentId, beforeId: siblings[index + 2]?.id ?? null }
    case 'in':
      return previous && { parentId: previous.id, beforeId: null }
    case 'out':
      return targetOutside(tree, parentId)
  }
}

/** Returns the place right after the folder that is left. */
function targetOutside(tree: FolderTree, parentId: string | null): FolderTarget | undefined {
  if (parentId === null) return undefined
  for (const [outerId, siblings] of tree) {
    const index = siblings.findIndex(({ id }) => id === parentId)
    if (index >= 0) return { parentId: outerId, beforeId: siblings[index + 1]?.id ?? null }
  }
  return undefined
}

/** Returns where a folder is, so that a later move can bring it back. */
export function placeOf(tree: FolderTree, folder: Folder): FolderTarget {
  const siblings = tree.get(folder.parentId) ?? []
  const index = siblings.findIndex(({ id }) => id === folder.id)
  return { parentId: folder.parentId, beforeId: siblings[index + 1]?.id ?? null }
}

/** Returns the ids of a folder and of all in it. */
export function branchOf(tree: FolderTree, id: string): Set<string> {
  const ids = new Set([id])
  for (const known of ids) for (const child of tree.get(known) ?? []) ids.add(child.id)
  return ids
}
