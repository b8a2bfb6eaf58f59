import { atom } from 'jotai'
import type { ModelReference } from '../../shared/models.ts'
import { placeAtom, store } from '../core/store.ts'

/** A model that the page takes once it is open; undefined if it keeps its own. */
export const wantedModelAtom = atom<ModelReference | undefined>(undefined)

/** Opens the page "Continue a text", with a model if one is given. */
export function openContinueText(model?: ModelReference): void {
  if (model) store.set(wantedModelAtom, model)
  store.set(placeAtom, 'completions')
}
