import { atom } from 'jotai'
import type { Source } from '../../../shared/knowledge/knowledge.ts'

/** The note in the editor: a new one without a source; undefined while the editor is closed. */
export const editedNoteAtom = atom<{ baseId: string; source?: Source } | undefined>(undefined)
