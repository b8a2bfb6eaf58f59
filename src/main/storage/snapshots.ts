import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/errors.ts'
import type { Database } from './connection.ts'
import { besidePath, deleteDatabase, isBeside, logPath } from './paths.ts'
import { translateStorageError, translating } from './translateStorageError.ts'

const label = 'snapshot'
const snapshotsKept = 2
/** Bytes that a copy leaves free for everything else that writes. */
const spareBytes = 16_000_000

/** Copies the database beside itself atomically, and deletes the oldest copies. */
export function takeSnapshot(database: Database, at: Date): string {
  const { path } = database
  const unfinished = `${path}.snapshot`
  return translating(path, () => {
    deleteDatabase(unfinished)
    try {
      database.run('VACUUM INTO ?', unfinished)
    } catch (error) {
      deleteDatabase(unfinished)
      throw error
    }
    return keepSnapshot(path, unfinished, at)
  })
}

/**
 * Copies the database of this path beside itself without blocking the event loop, as `takeSnapshot`
 * does; it may be open and change meanwhile. Does nothing if there is none. Errors: diskFull
 * (nothing is written if the copy can't fit), those of a failing database.
 */
export async function copyDatabase(path: string, at: Date): Promise<void> {
  if (!existsSync(path)) return
  const unfinished = `${path}.snapshot`
  deleteDatabase(unfinished)
  try {
    assertFits(path)
    const source = new DatabaseSync(path, { readOnly: true })
    try {
      await backup(source, unfinished)
    } finally {
      source.close()
    }
    keepSnapshot(path, unfinished, at)
  } catch (error) {
    deleteDatabase(unfinished)
    throw translateStorageError(error, path)
  }
}

/** Errors: diskFull if the disk has no room for a copy. */
function assertFits(path: string): void {
  const { bavail, bsize } = statfsSync(dirname(path))
  const log = statSync(logPath(path), { throwIfNoEntry: false })?.size ?? 0
  if (bavail * bsize >= statSync(path).size + log + spareBytes) return
  throw new AppError('diskFull', 'The disk has no room for a copy', { subject: path })
}

/** Gives a finished copy its name, and deletes the oldest ones. */
function keepSnapshot(path: string, unfinished: string, at: Date): string {
  const snapshot = besidePath(path, label, at)
  renameSync(unfinished, snapshot)
  for (const old of listSnapshots(path).slice(snapshotsKept)) rmSync(old)
  return snapshot
}

/** Returns the snapshots, newest first. */
export function listSnapshots(path: string): string[] {
  const folder = dirname(path)
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => isBeside(path, label, file))
    .sort()
    .reverse()
}
