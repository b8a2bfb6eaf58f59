import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { refuseForeignVersion } from './database.ts'
import {
  besidePath,
  deleteDatabase,
  isBeside,
  logIndexPath,
  logPath,
  rebuiltPath,
  salvagePath,
} from './paths.ts'
import type { Rebuilt } from './rebuild.ts'
import { translateStorageError } from './translateStorageError.ts'

const damagedLabel = 'damaged'

export interface RepairOptions {
  path: string
  /** The version of a database that has run all migrations. */
  newest: number
  /** Runs `rebuildDatabase` on the damaged file. */
  rebuild: () => Rebuilt | Promise<Rebuilt>
  now?: () => Date
}

export interface Repair extends Rebuilt {
  /** The new path of the damaged file. */
  aside: string
}

/**
 * Sets a damaged database aside and replaces it with a new one that holds all readable rows. The
 * old file stays in place until the new one replaces it. Errors: databaseTooNew, diskFull,
 * folderReadOnly, those of `rebuild`.
 */
export async function repairDatabase(options: RepairOptions): Promise<Repair> {
  const { path, newest, rebuild, now = () => new Date() } = options
  try {
    refuseNewer(path, newest)
    const rebuilt = await rebuild()
    return { aside: replace(path, rebuiltPath(path), now()), ...rebuilt }
  } catch (error) {
    throw translateStorageError(error, path)
  } finally {
    deleteDatabase(salvagePath(path))
    deleteDatabase(rebuiltPath(path))
  }
}

/**
 * Returns true if a damaged file lies beside this one, from which more might be recovered later.
 */
export function hasDamagedCopy(path: string): boolean {
  return readdirSync(dirname(path)).some((name) =>
    isBeside(path, damagedLabel, join(dirname(path), name)),
  )
}

/** Replaces the damaged file by the new one in a single step. */
function replace(path: string, fresh: string, at: Date): string {
  const aside = besidePath(path, damagedLabel, at)
  keepUnder(path, aside)
  if (existsSync(logPath(path))) renameSync(logPath(path), logPath(aside))
  rmSync(logIndexPath(path), { force: true })
  renameSync(fresh, path)
  return aside
}

function keepUnder(path: string, aside: string): void {
  try {
    linkSync(path, aside)
  } catch {
    // Some file systems, such as exFAT, have no hard links.
    copyFileSync(path, aside)
  }
}

function refuseNewer(path: string, newest: number): void {
  try {
    refuseForeignVersion(path, newest)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'databaseDamaged') return
    throw error
  }
}
