import { atom } from 'jotai'
import type { WireError } from '../../shared/errors.ts'
import { toWire } from '../../shared/errors.ts'
import type { MediaModel } from '../../shared/media/media.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'
import type { ModelFailure } from '../core/store.ts'

export interface MediaModels {
  models: readonly MediaModel[]
  /** The services that could not tell theirs. */
  failures: readonly ModelFailure[]
}

/** The models that make media; undefined until main's first answer. */
export const mediaModelsAtom = atom<MediaModels | undefined>(undefined)
/** The error and time of the last failed request for them. */
export const mediaModelsFailureAtom = atom<{ error: WireError; at: number } | undefined>(undefined)

let isFollowing = false

/** Loads the models, and keeps them up to date from the first call on. */
export async function loadMediaModels(refresh = false): Promise<void> {
  if (!isFollowing) {
    isFollowing = true
    api.media.modelsChanged(() => void loadMediaModels())
  }
  try {
    store.set(mediaModelsAtom, await api.media.models({ refresh }))
    store.set(mediaModelsFailureAtom, undefined)
  } catch (error) {
    store.set(mediaModelsFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(mediaModelsAtom, (known) => known ?? { models: [], failures: [] })
  }
}

/** Returns the models that can do this to a picture. */
export function modelsFor(
  task: 'edit' | 'vary' | 'upscale' | 'animate',
  models: readonly MediaModel[],
): readonly MediaModel[] {
  const takePictures = models.filter(
    ({ accepts, retirement }) => accepts.includes('image') && !retirement,
  )
  if (task === 'animate') return takePictures.filter(({ kind }) => kind === 'video')
  if (task === 'vary') {
    const editors = modelsFor('edit', models)
    return [...editors.filter(({ varies }) => varies), ...editors.filter(({ varies }) => !varies)]
  }
  return takePictures.filter(
    ({ kind, name, modelId }) =>
      kind === 'image' && upscales.test(`${name} ${modelId}`) === (task === 'upscale'),
  )
}

/** No service says it in another way than by the name. */
const upscales = /upscal|esrgan|super-?resolution|clarity/i
