import { openStore, readStored, writeStored } from '../openStore.ts'
import { inputAddress } from '../outputAddress.ts'
import { drawSvg } from './drawSvg.ts'

/** A file of media by its hash, as main serves it. */
export interface StoredPicture {
  id: string
  mediaType: string
}

/** PNG files of drawings to keep in memory: most have less than a megabyte. */
const maxKept = 20
const kept = new Map<string, Promise<Blob>>()
/** The ids of files that could not be drawn, so that a gallery does not try again at each opening. */
const undrawable = openStore('media-undrawable')

/** Tells whether a picture is a drawing in lines, which the page never shows itself. */
export function isSvg({ mediaType }: Pick<StoredPicture, 'mediaType'>): boolean {
  return mediaType === 'image/svg+xml'
}

/**
 * Returns a picture that the page can decode: the file itself, or the PNG of a drawing. `again`
 * draws one that could not be drawn before. Rejects if the file is not there or can't be drawn.
 */
export async function fetchPicture(picture: StoredPicture, { again = false } = {}): Promise<Blob> {
  if (!isSvg(picture)) return fetchFile(picture)
  if (!again && (await isUndrawable(picture))) throw new Error('It could not be drawn before')
  const made = kept.get(picture.id) ?? draw(picture)
  kept.set(picture.id, made)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return made
}

async function fetchFile({ id }: StoredPicture): Promise<Blob> {
  const response = await fetch(inputAddress({ id }))
  if (!response.ok) throw new Error('The picture is not there')
  return response.blob()
}

async function draw(picture: StoredPicture): Promise<Blob> {
  try {
    const file = await fetchFile(picture)
    try {
      const png = await drawSvg(file)
      await remember(picture, undefined)
      return png
    } catch (error) {
      await remember(picture, true)
      throw error
    }
  } catch (error) {
    kept.delete(picture.id)
    throw error
  }
}

/** A full disk must not cost the gallery its pictures. */
async function isUndrawable({ id }: StoredPicture): Promise<boolean> {
  const found = await undrawable.then((database) => readStored(database, id)).catch(() => undefined)
  return found === true
}

async function remember({ id }: StoredPicture, value: true | undefined): Promise<void> {
  await undrawable
    .then((database) => writeStored(database, id, value, 'relaxed'))
    .catch(() => undefined)
}
