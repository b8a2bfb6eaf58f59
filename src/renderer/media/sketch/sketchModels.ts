import { atom } from 'jotai'
import type { SketchModel } from '../../../shared/media/sketch.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'

/** The models for live sketches of all services that are set up. */
export const sketchModelsAtom = atom<readonly SketchModel[]>([])

/** Loads the models. */
export async function loadSketchModels(): Promise<void> {
  store.set(sketchModelsAtom, await api.media.sketchModels({}))
}
