import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const extension = '.sqlite'

export function historyPath(dataFolder: string): string {
  return join(dataFolder, `history${extension}`)
}

/** Returns the path of SQLite's write-ahead log, which may be the only place of committed rows. */
export function logPath(path: string): string {
  return `${path}-wal`
}

/** Returns the path of the log's index. SQLite rebuilds a missing one. */
export function logIndexPath(path: string): string {
  return `${path}-shm`
}

/** Returns the path of the new database while a repair writes it. */
export function rebuiltPath(path: string): string {
  return `${path}.repaired`
}

/** Returns the path of the copy that a repair reads: SQLite may write to it. */
export function salvagePath(path: string): string {
  return `${path}.salvage`
}

/**
 * Returns an unused path beside the file, in order of time:
 * `history.LABEL-20260131T235959999Z.sqlite`.
 */
export function besidePath(path: string, label: string, at: Date): string {
  const stamp = at.toISOString().replace(/[-:.]/g, '')
  const stem = `${withoutExtension(path)}.${label}-${stamp}`
  let candidate = stem + extension
  for (let count = 2; existsSync(candidate) || existsSync(logPath(candidate)); count++) {
    candidate = `${stem}-${count}${extension}`
  }
  return candidate
}

/** Returns true if besidePath made this name for the file and label. */
export function isBeside(path: string, label: string, name: string): boolean {
  return name.startsWith(`${withoutExtension(path)}.${label}-`) && name.endsWith(extension)
}

/** Deletes a temporary database with its log. */
export function deleteDatabase(path: string): void {
  for (const file of [path, logPath(path), logIndexPath(path)]) rmSync(file, { force: true })
}

function withoutExtension(path: string): string {
  return path.endsWith(extension) ? path.slice(0, -extension.length) : path
}
