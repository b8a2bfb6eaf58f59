import { atom } from 'jotai'
import type { Inspection } from '../../../shared/plugins/plugins.ts'

/** The plugin that the user reads about before its installation. */
export const inspectionAtom = atom<Inspection | undefined>(undefined)
