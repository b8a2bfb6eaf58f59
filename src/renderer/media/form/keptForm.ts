import { parseJson } from '../../../shared/json.ts'
import type { MediaDraft } from '../../../shared/media/mediaDraft.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { storeLocally } from '../../core/stored/storeLocally.ts'

/** As often as the drafts of chats. */
const writeMilliseconds = 300
/** Key in local storage for a form that may not reach main before the window closes. */
const unwrittenKey = 'unwrittenMediaForm'

let latest: Promise<MediaDraft | undefined> | undefined
let unwritten: MediaDraft | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let hasFailed = false
const inOrder = createSerialQueue()

/**
 * Returns the form as the user has left it, in this page or before the last start; undefined if
 * there was none. Errors: databaseLocked.
 */
export function readKeptForm(): Promise<MediaDraft | undefined> {
  latest ??= writeLeft()
    .then(() => api.media.draft({}))
    .then(
      ({ draft }) => draft ?? undefined,
      (error: unknown) => {
        // The next call asks again.
        latest = undefined
        throw error
      },
    )
  return latest
}

/** Keeps the form for the next start, in main's database. Several changes are written together. */
export function keepForm(draft: MediaDraft): void {
  latest = Promise.resolve(draft)
  unwritten = draft
  timer ??= setTimeout(flush, writeMilliseconds)
}

/** Writes what is not written yet. */
function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const draft = unwritten
  unwritten = undefined
  if (!draft) return
  const written = inOrder(() => api.media.saveDraft({ draft }))
  // A full disk is told once, not at each letter.
  if (!hasFailed) attempt(written)
  written.then(
    () => (hasFailed = false),
    () => (hasFailed = true),
  )
}

/** Gives main what the page that closed could not write. Main parses it, and refuses what is none. */
async function writeLeft(): Promise<void> {
  const left = localStorage.getItem(unwrittenKey)
  if (left === null) return
  localStorage.removeItem(unwrittenKey)
  await api.media.saveDraft({ draft: parseJson(left) as MediaDraft }).catch(() => undefined)
}

window.addEventListener('pagehide', () => {
  // Main may be gone before its answer, and this storage is the page's own.
  if (unwritten) storeLocally(unwrittenKey, JSON.stringify(unwritten))
  flush()
})
