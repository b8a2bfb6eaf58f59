import { atom } from 'jotai'
import type { OutputFilter } from '../../shared/media/media.ts'
import { placeAtom, store } from '../core/store.ts'

/** The output that the viewer shows, by id; undefined for the gallery. */
export const openOutputAtom = atom<string | undefined>(undefined)

/** The field of the form that the mask is drawn for; undefined while none is drawn. */
export const maskFieldAtom = atom<string | undefined>(undefined)

/** Filter of the gallery. */
export type GalleryFilter = Pick<
  OutputFilter,
  'kind' | 'model' | 'favourites' | 'fromChats' | 'deleted' | 'text'
>
export const wholeGallery: GalleryFilter = {
  kind: null,
  model: null,
  favourites: false,
  fromChats: false,
  deleted: false,
  text: '',
}
export const galleryFilterAtom = atom(wholeGallery)

export function openOutput(id: string): void {
  store.set(openOutputAtom, id)
}

/** Shows the gallery again, where the user left it. */
export function closeOutput(): void {
  focusTile(store.get(openOutputAtom))
  store.set(openOutputAtom, undefined)
}

/** The output whose tile gets the focus as soon as the gallery has drawn it. */
export const wantedTileAtom = atom<string | undefined>(undefined)

export function focusTile(id: string | undefined): void {
  store.set(wantedTileAtom, id)
}

/** The outputs that the gallery lists, in its order; undefined until they are read. */
export const listedOutputsAtom = atom<readonly string[] | undefined>(undefined)

/** Reads the gallery's list to its end, and returns the last output's id; undefined for none. */
export const readLastAtom = atom<{ read: () => Promise<string | undefined> }>()

/** Opens the first or the very last output of the gallery. */
export async function openAtEnd(end: 'first' | 'last'): Promise<void> {
  const before = store.get(openOutputAtom)
  const listed = store.get(listedOutputsAtom) ?? []
  const last = async (): Promise<string | undefined> =>
    (await store.get(readLastAtom)?.read()) ?? listed.at(-1)
  const id = end === 'first' ? listed[0] : await last()
  // The user may have gone elsewhere meanwhile.
  if (id !== undefined && store.get(openOutputAtom) === before) openOutput(id)
}

/** Opens the output beside the open one in the gallery. Returns whether there is one. */
export function openBeside(step: 1 | -1): boolean {
  const listed = store.get(listedOutputsAtom) ?? []
  const index = listed.indexOf(store.get(openOutputAtom) ?? '')
  const beside = index < 0 ? undefined : listed[index + step]
  if (beside === undefined) return false
  openOutput(beside)
  return true
}

export function openMask(field: string): void {
  store.set(maskFieldAtom, field)
}

/** Opens the place of media. */
export function openMedia(): void {
  store.set(placeAtom, 'media')
}

/** The two pictures that are compared, the earlier one first; undefined while none are. */
export const comparedAtom = atom<readonly [before: string, after: string] | undefined>(undefined)
