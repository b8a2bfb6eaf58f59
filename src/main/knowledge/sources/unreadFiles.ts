import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { CatalogueClient } from '../catalogue/catalogue.ts'

export interface UnreadFiles {
  /** Lets files wait that can be opened again. Returns whether any could not be read. */
  look: () => Promise<boolean>
}

const pageLength = 2000

/**
 * Looks at files that could not be read: a right that was missing, a lock or a drive that was away
 * changes neither size nor time when it comes back.
 */
export function createUnreadFiles(
  catalogue: Pick<CatalogueClient, 'unreadFiles' | 'setStates'>,
  requestIndex: (baseId: string) => void,
): UnreadFiles {
  /** Files that are read again. One that fails although it opens is not read all the time. */
  const tried = new Set<string>()

  return {
    async look() {
      const bases = new Set<string>()
      for (let after = 0; ;) {
        const page = await catalogue.unreadFiles(after, pageLength)
        const readable = []
        for (const { source } of page) {
          const { id, baseId, location } = source
          if (!(await opens(location))) tried.delete(id)
          else if (!tried.has(id)) {
            tried.add(id)
            readable.push({ id, status: { state: 'waiting' as const } })
            bases.add(baseId)
          }
        }
        if (readable.length > 0) await catalogue.setStates(readable)
        const last = page.at(-1)
        if (!last || page.length < pageLength) {
          for (const baseId of bases) requestIndex(baseId)
          return after > 0 || page.length > 0
        }
        after = last.sequence
      }
    },
  }
}

async function opens(path: string): Promise<boolean> {
  try {
    // Opening a pipe would otherwise wait for its writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    await file.close()
    return true
  } catch {
    return false
  }
}
