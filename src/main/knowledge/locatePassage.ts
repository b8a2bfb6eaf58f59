import { AppError } from '../../shared/errors.ts'
import type { Located } from '../../shared/passagePlace.ts'
import type { PassagePlace } from '../../shared/passagePlace.ts'
import { findPassage } from './findPassage.ts'
import type { KnowledgeStore } from './store/knowledgeStore.ts'

/** Finds a cited passage again: at its place, or by its text if the source has changed. */
export async function locatePassage(
  store: Pick<KnowledgeStore, 'text' | 'lines'>,
  place: PassagePlace,
  passage: string,
): Promise<Located> {
  const { sourceId, start, end } = place
  try {
    const now = await store.text(sourceId, start, end)
    if (now.sha256 === place.sha256 || now.text === passage) {
      const state = now.sha256 === place.sha256 ? ('same' as const) : ('moved' as const)
      return { state, ...(await withLines(store, { ...place, sha256: now.sha256 })) }
    }
    const { text } = await store.text(sourceId, 0, now.length)
    const found = findPassage(text, passage, start)
    if (!found) return { state: 'changed' }
    const moved = { ...place, ...found, sha256: now.sha256 }
    return { state: 'moved', ...(await withLines(store, moved)) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'sourceMissing') return { state: 'gone' }
    throw error
  }
}

async function withLines(store: Pick<KnowledgeStore, 'lines'>, place: PassagePlace) {
  const rectangles = await store.lines(place.sourceId, place.start, place.end)
  return { place: { ...place, page: rectangles[0]?.page ?? place.page }, rectangles }
}
