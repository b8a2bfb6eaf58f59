import type { Library } from './asking/library.ts'
import type { Bases } from './bases.ts'
import type { SearchBases } from './searchBases.ts'

/** Returns the bases as questions need them. */
export function createLibrary({
  bases,
  search,
}: {
  bases: Pick<Bases, 'catalogue' | 'storeOf'>
  search: SearchBases
}): Library {
  return {
    async names(baseIds) {
      const records = await bases.catalogue.bases()
      const known = records.filter(({ id }) => baseIds.includes(id))
      return new Map(known.map(({ id, name }) => [id, name]))
    },
    async passages(baseIds) {
      const counts = await Promise.all(
        baseIds.map(async (baseId) => (await (await bases.storeOf(baseId)).stats(baseId)).passages),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    search: (input, signal) => search({ ...input, filter: {} }, signal),
    async text({ baseId, sourceId, start, end }) {
      return (await (await bases.storeOf(baseId)).text(sourceId, start, end)).text
    },
    async neighbours(place, count) {
      return (await bases.storeOf(place.baseId)).neighbours(place, count)
    },
  }
}
