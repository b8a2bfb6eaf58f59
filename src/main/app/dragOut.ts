import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { DraggedFile, DragOut, Log } from '../feature.ts'
import { translateStorageError } from '../storage/translateStorageError.ts'

export interface DragOutOptions {
  /** Holds the copies; nothing else is in it. It is emptied at once. */
  folder: string
  /** Hands the files to the system; undefined where it takes none. */
  start: ((windowId: number, paths: readonly string[]) => void) | undefined
  log: Log
}

/**
 * Creates the function. Other programs get copies under readable names: they may change what they
 * get, and read it long after the drop, so that the copies stay until the next start.
 */
export function createDragOut({ folder, start, log }: DragOutOptions): DragOut {
  const emptied = rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
    log('Files that were dragged out were not removed', error),
  )

  async function copy(files: readonly DraggedFile[]): Promise<string[]> {
    await emptied
    // Two drags of files with one name must not share one.
    const own = join(folder, randomUUID())
    await mkdir(own, { recursive: true })
    const taken = new Set<string>()
    const paths: string[] = []
    for (const { path, name } of files) {
      const target = join(own, freeName(safeName(name), taken))
      // Shares the bytes where the file system can.
      await copyFile(path, target, constants.COPYFILE_FICLONE)
      paths.push(target)
    }
    return paths
  }

  return async (windowId, files) => {
    if (!start || files.length === 0) return false
    try {
      start(windowId, await copy(files))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        throw new AppError('attachmentMissing', 'A file is gone', {}, error)
      }
      throw translateStorageError(error, folder)
    }
  }
}

const nameLength = 120
/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Returns a name that every system takes, and that leads to no other folder. */
function safeName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- no file system wants them
  const plain = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]+/g, ' ')
  const ending = extname(plain).slice(0, 12)
  const stem = plain
    .slice(0, plain.length - extname(plain).length)
    .replace(/^[\s.]+/, '')
    .slice(0, nameLength)
    .toWellFormed()
    .trim()
  const whole = `${stem || 'file'}${ending.replace(/[\s.]+$/, '')}`
  return reserved.test(whole) ? `_${whole}` : whole
}

function freeName(name: string, taken: Set<string>): string {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
    free = `${stem} ${String(number)}${ending}`
  }
  taken.add(free.toLowerCase())
  return free
}
