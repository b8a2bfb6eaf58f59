import { AppError } from '../../shared/errors.ts'
import type { Located } from '../../shared/knowledge/passagePlace.ts'
import type { PassagePlace } from '../../shared/knowledge/passagePlace.ts'
import { findPassage } from './findPassage.ts'
import type { KnowledgeStore } from './store/knowledgeStore.ts'
import { supportingSentences } from './supportingSentences.ts'

/**
 * Finds a cited passage again: at its place, or by its text if the source has changed. With a claim
 * that rests on it, only the sentences that support it are its place, where they can be told.
 */
export async function locatePassage(
  store: Pick<KnowledgeStore, 'text' | 'lines'>,
  place: PassagePlace,
  passage: string,
  claim?: string,
): Promise<Located> {
  const { sourceId, start, end } = place
  try {
    const now = await store.text(sourceId, start, end)
    if (now.sha256 === place.sha256 || now.text === passage) {
      const state = now.sha256 === place.sha256 ? ('same' as const) : ('moved' as const)
      const same = { ...place, sha256: now.sha256 }
      return { state, ...(await withLines(store, narrowed(same, now.text, claim))) }
    }
    const { text } = await store.text(sourceId, 0, now.length)
    const found = findPassage(text, passage, start)
    if (!found) return { state: 'changed' }
    const moved = { ...place, ...found, sha256: now.sha256 }
    const foundText = text.slice(found.start, found.end)
    return { state: 'moved', ...(await withLines(store, narrowed(moved, foundText, claim))) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'sourceMissing') return { state: 'gone' }
    throw error
  }
}

function narrowed(place: PassagePlace, text: string, claim: string | undefined): PassagePlace {
  const range = claim === undefined ? undefined : supportingSentences(text, claim)
  if (!range) return place
  return { ...place, start: place.start + range.start, end: place.start + range.end }
}

async function withLines(store: Pick<KnowledgeStore, 'lines'>, place: PassagePlace) {
  const rectangles = await store.lines(place.sourceId, place.start, place.end)
  return { place: { ...place, page: rectangles[0]?.page ?? place.page }, rectangles }
}
