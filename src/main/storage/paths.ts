import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const extension = '.sqlite'

export function historyPath(dataFolder: string): string {
  return join(dataFolder, `history${extension}`)
}

/** SQLite's write-ahead log: committed rows may lie in it alone. */
export function logPath(path: string): string {
  return `${path}-wal`
}

/** SQLite's index of that log; it is rebuilt when it is missing. */
export function logIndexPath(path: string): string {
  return `${path}-shm`
}

/** `history.LABEL-20260131T235959999Z.sqlite`: beside the file, in the order of time, never one that exists. */
export function besidePath(path: string, label: string, at: Date): string {
  const stamp = at.toISOString().replace(/[-:.]/g, '')
  const stem = `${withoutExtension(path)}.${label}-${stamp}`
  let candidate = stem + extension
  for (let count = 2; existsSync(candidate) || existsSync(logPath(candidate)); count++) {
    candidate = `${stem}-${count}${extension}`
  }
  return candidate
}

/** Tells whether `name` is one that besidePath makes for this file and label. */
export function isBeside(path: string, label: string, name: string): boolean {
  return name.startsWith(`${withoutExtension(path)}.${label}-`) && name.endsWith(extension)
}

/** Deletes a database that only passing work made, with its log. */
export function deleteDatabase(path: string): void {
  for (const file of [path, logPath(path), logIndexPath(path)]) rmSync(file, { force: true })
}

function withoutExtension(path: string): string {
  return path.endsWith(extension) ? path.slice(0, -extension.length) : path
}
