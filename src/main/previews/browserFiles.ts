import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { translateStorageError } from '../storage/translateStorageError.ts'
import type { Log } from '../feature.ts'

/**
 * Writes files for the browser, which may read them again at any time. Those of the last start are
 * deleted at this one, also after a crash.
 */
export function createBrowserFiles(folder: string, log: Log): (text: string) => Promise<string> {
  const place = join(folder, 'opened-previews')
  const emptied = rm(place, { recursive: true, force: true }).catch((error: unknown) =>
    log('Earlier previews were not deleted', error),
  )

  return async (text) => {
    await emptied
    const path = join(place, `${randomUUID()}.html`)
    try {
      await mkdir(place, { recursive: true, mode: 0o700 })
      await writeFile(path, text, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      await rm(path, { force: true })
      throw translateStorageError(error, path)
    }
    return path
  }
}
