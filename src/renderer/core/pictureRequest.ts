import { atom } from 'jotai'
import type { Attachment } from '../../shared/chat/parts.ts'
import { placeAtom, store } from './store.ts'

export const pictureTasks = ['edit', 'vary', 'upscale', 'animate'] as const
export type PictureTask = (typeof pictureTasks)[number]

/** Task that the user has chosen for a picture outside of Media. */
export interface PictureRequest {
  task: PictureTask
  file: Attachment
}

/** The request that the place "Media" has not taken up yet. */
export const pictureRequestAtom = atom<PictureRequest | undefined>(undefined)

/** Opens "Media" with a picture in the form of a model that does this. Nothing is sent by it. */
export function workOnPicture(request: PictureRequest): void {
  store.set(pictureRequestAtom, request)
  store.set(placeAtom, 'media')
}
