import { atom } from 'jotai'
import type { PromptSummary } from '../../shared/prompts.ts'
import { api } from '../core/bridge.ts'
import { createRecordList } from '../core/records/createRecordList.ts'

/** The user's prompts, the oldest first. */
export const promptList = createRecordList<PromptSummary>(
  { list: api.prompts.list, changed: api.prompts.changed, removed: api.prompts.removed },
  'end',
)

/** Whether the dialog with the library of prompts is open. */
export const promptsOpenAtom = atom(false)
