import { readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from './connection.ts'
import { besidePath, deleteDatabase, isBeside } from './paths.ts'
import { translating } from './translateStorageError.ts'

const label = 'snapshot'
const snapshotsKept = 2

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
    const snapshot = besidePath(path, label, at)
    renameSync(unfinished, snapshot)
    for (const old of listSnapshots(path).slice(snapshotsKept)) rmSync(old)
    return snapshot
  })
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
