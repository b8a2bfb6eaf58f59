import { parseJson } from '../../shared/json.ts'
import { mediaDraftSchema, type MediaDraft } from '../../shared/media/mediaDraft.ts'
import type { Log } from '../feature.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/connection.ts'

/** The form as the user has left it, for the next start. */
export interface Draft {
  /** Returns null if there is none, or if it can't be read. */
  read: () => MediaDraft | null
  save: (draft: MediaDraft) => void
}

export interface DraftOptions {
  blobs: Pick<Blobs, 'claim'>
  log: Log
  now: () => number
}

export function createDraft(database: Database, { blobs, log, now }: DraftOptions): Draft {
  return {
    read() {
      const row = database.get('SELECT draft FROM media_draft')
      if (!row) return null
      const read = mediaDraftSchema.safeParse(parseJson(String(row['draft'])))
      if (!read.success) log('The kept form of Media could not be read', read.error)
      return read.success ? read.data : null
    },
    save(draft) {
      const files = fileIdsOf(draft)
      // A sweep that is running does not know the new row.
      for (const id of files) blobs.claim(id)
      // A power failure may lose the last letters: waiting for the disk at each would slow typing.
      database.transaction(
        () =>
          database.run(
            `INSERT OR REPLACE INTO media_draft (sequence, draft, files, changed_at)
               VALUES (1, ?, ?, ?)`,
            ...[JSON.stringify(draft), JSON.stringify(files), now()],
          ),
        'relaxed',
      )
    },
  }
}

function fileIdsOf({ entries }: MediaDraft): string[] {
  const ids = entries.flatMap(({ value }) =>
    Array.isArray(value) ? value.map(({ id }) => id) : [],
  )
  return [...new Set(ids)]
}
