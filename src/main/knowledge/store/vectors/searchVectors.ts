import type { Database } from '../../../storage/connection.ts'
import { dotProduct, fromHalves } from './halves.ts'
import { getSpace } from './spaceRow.ts'
import { unitVector } from './unitVector.ts'
import { createVectorMemory, type VectorMemory } from './vectorMemory.ts'

/** So many times as many passages as asked for are scored again with their whole vectors. */
const rescoredTimes = 3
const idleMilliseconds = 10 * 60_000

export interface FoundVector {
  passageId: number
  /** The cosine. */
  similarity: number
}

export interface VectorSearch {
  /** Returns the most similar passages, best first. Errors: badInput, notFound, tooHeavy. */
  search: (
    spaceId: number,
    values: Float32Array,
    allowed: Uint8Array,
    limit: number,
  ) => FoundVector[]
  /** Lets go of the memory, which the next search fills again. */
  release: () => void
}

/** Creates the search, which holds the codes of a space in memory until ten minutes without one. */
export function createVectorSearch(database: Database): VectorSearch {
  const memories = new Map<number, VectorMemory>()
  let idle: NodeJS.Timeout | undefined

  function release(): void {
    clearTimeout(idle)
    memories.clear()
  }

  function memoryOf(space: { id: number; dimensions: number }): VectorMemory {
    clearTimeout(idle)
    idle = setTimeout(release, idleMilliseconds).unref()
    const memory = memories.get(space.id) ?? createVectorMemory(database, space)
    memories.set(space.id, memory)
    memory.refresh()
    return memory
  }

  return {
    search(spaceId, values, allowed, limit) {
      const space = getSpace(database, spaceId)
      const query = unitVector(values, space.dimensions)
      // Without a calibration there are no codes.
      if (!space.calibration) return []
      const { mean } = space.calibration
      const candidates = memoryOf(space).scan(query, mean, allowed, limit * rescoredTimes)
      return rescore(database, space.id, candidates, query)
        .toSorted(
          (first, second) =>
            second.similarity - first.similarity || first.passageId - second.passageId,
        )
        .slice(0, limit)
    },
    release,
  }
}

/** Compares passages by their whole vectors. A statement for each of them would take a third longer. */
function rescore(
  database: Database,
  space: number,
  passageIds: readonly number[],
  query: Float32Array,
): FoundVector[] {
  const rows = database.all(
    `SELECT passage.id, vector FROM json_each(?) AS wanted
     CROSS JOIN passage ON passage.id = wanted.value
     JOIN embedding ON embedding.space = ? AND embedding.text_hash = passage.text_hash`,
    JSON.stringify(passageIds),
    space,
  )
  return rows.map((row) => {
    return {
      passageId: Number(row['id']),
      similarity: dotProduct(query, fromHalves(row['vector'])),
    }
  })
}
