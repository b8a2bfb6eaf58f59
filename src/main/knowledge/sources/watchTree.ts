import { watch, type FSWatcher } from 'node:fs'
import { basename } from 'node:path'

export interface TreeWatch {
  /** Watches one more folder of the tree. */
  add: (path: string) => void
  /** False if the system watches no more, or nothing here. */
  isWatching: () => boolean
  close: () => void
}

/** macOS and Windows watch a whole tree at once. */
const isRecursive = process.platform === 'darwin' || process.platform === 'win32'

/**
 * Tells of changes anywhere in a tree, without saying which: a look at the tree does. On Linux each
 * folder has a watch of its own, of which the system grants a limited number.
 */
export function watchTree(root: string, onChange: () => void): TreeWatch {
  const watches = new Map<string, FSWatcher>()
  let isWatching = true

  function add(path: string): void {
    if (watches.has(path) || (isRecursive && path !== root)) return
    try {
      const opened = watch(path, { persistent: false, recursive: isRecursive })
      watches.set(path, opened)
      const end = (): void => {
        opened.close()
        if (watches.get(path) === opened) watches.delete(path)
      }
      opened.on('change', (event, name) => {
        // The folder itself is gone. Another of its name needs a watch of its own.
        if (event === 'rename' && String(name) === basename(path)) end()
        onChange()
      })
      opened.on('error', () => {
        end()
        onChange()
      })
    } catch {
      // ENOSPC and EMFILE: too many watches. Polling takes over.
      isWatching = false
    }
  }

  return {
    add,
    isWatching: () => isWatching,
    close() {
      for (const opened of watches.values()) opened.close()
      watches.clear()
    },
  }
}
