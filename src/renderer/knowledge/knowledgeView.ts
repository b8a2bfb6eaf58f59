import { atom } from 'jotai'
import { placeAtom, store } from '../core/store.ts'

/** The parts of a base, in the order shown. */
export const baseTabs = ['sources', 'settings'] as const
export type BaseTab = (typeof baseTabs)[number]

/** Base and tab that the place shows. */
export interface KnowledgeView {
  /** The open base; undefined for the first one. */
  baseId?: string | undefined
  tab?: BaseTab
}

export const knowledgeViewAtom = atom<KnowledgeView>({})

/** Whether the dialog that creates a base is open. */
export const newBaseOpenAtom = atom(false)

/** Opens the place of knowledge, at a base if one is named. */
export function openKnowledge(view: KnowledgeView = {}): void {
  store.set(knowledgeViewAtom, (known) => ({ ...known, ...view }))
  store.set(placeAtom, 'knowledge')
}
