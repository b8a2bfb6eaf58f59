import { atom } from 'jotai'
import type { Assistant } from '../../shared/assistantProfiles.ts'
import { api } from '../core/bridge.ts'
import { createRecordList } from '../core/records/createRecordList.ts'

/** The user's assistants, the oldest first. */
export const assistantList = createRecordList<Assistant>(
  {
    list: api.assistantProfiles.list,
    changed: api.assistantProfiles.changed,
    removed: api.assistantProfiles.removed,
  },
  'end',
)

/** Whether the dialog with the assistants is open. */
export const assistantsOpenAtom = atom(false)
