import type { MediaDraft } from '../../../shared/media/mediaDraft.ts'
import { api } from '../../core/bridge.ts'
import { createKept } from '../../core/stored/createKept.ts'

const kept = createKept<MediaDraft>({
  read: async () => (await api.media.draft({})).draft,
  write: (draft) => api.media.saveDraft({ draft }),
  unwrittenKey: 'unwrittenMediaForm',
})

/** Returns the form as the user has left it. Errors: databaseLocked. */
export const readKeptForm = kept.read
/** Keeps the form for the next start. */
export const keepForm = kept.keep
