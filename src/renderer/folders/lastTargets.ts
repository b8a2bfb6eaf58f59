import { storeLocally } from '../core/stored/storeLocally.ts'

const targetsKey = 'lastFolders'
const maxTargets = 3

/** Returns the ids of the folders that chats were moved to last, the latest first. */
export function lastTargets(): string[] {
  return (localStorage.getItem(targetsKey) ?? '').split(' ').filter((id) => id !== '')
}

export function noteTarget(folderId: string): void {
  const others = lastTargets().filter((id) => id !== folderId)
  storeLocally(targetsKey, [folderId, ...others].slice(0, maxTargets).join(' '))
}
