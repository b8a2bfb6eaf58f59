import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createLocalStore } from '../../../src/main/knowledge/store/localStore.ts'
import type { IndexedSource } from '../../../src/main/knowledge/store/knowledgeStore.ts'
import { openKnowledgeDatabase } from '../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { createVectorSearch } from '../../../src/main/knowledge/store/vectors/searchVectors.ts'
import { noLines } from '../../../src/main/knowledge/readDocument.ts'
import { createWriter } from '../search/largeHistory.ts'
import { createRandom } from '../search/vocabulary.ts'
import { vectorAt, type VectorSet } from './clusteredVectors.ts'
import type { Engine } from './engine.ts'

const baseId = '11111111-1111-4111-8111-111111111111'
const model = { providerId: 'bench', modelId: 'clusters' }
const passagesPerSource = 500
const vectorsPerBatch = 256
const wordsPerPassage = 120

/** Parley's own store with texts, words and vectors, as the app fills it. */
export const parley: Engine = {
  async build(folder, set) {
    const database = openKnowledgeDatabase(join(folder, 'knowledge.sqlite'))
    const store = createLocalStore(database)
    const write = createWriter(createRandom(1))
    for (let first = 0; first < set.count; first += passagesPerSource) {
      await store.put(makeSource(Math.min(passagesPerSource, set.count - first), write))
    }
    await fillVectors(store, set)
    await store.compact()
    await store.close()
    database.close()
  },

  async open(folder, set) {
    const database = openKnowledgeDatabase(join(folder, 'knowledge.sqlite'))
    const store = createLocalStore(database)
    const { id } = await store.openSpace(baseId, model, set.dimensions)
    const vectors = createVectorSearch(database)
    const allowed = new Uint8Array(2 * Math.ceil(set.count / passagesPerSource) + 2).fill(1)
    return {
      // Passages are numbered from 1, in the order in which they were put.
      search: async (query, limit) =>
        vectors.search(id, query, allowed, limit).map(({ passageId }) => passageId - 1),
      hybrid: (words, values, limit) =>
        store.search({
          baseIds: [baseId],
          words,
          vectors: [{ spaceId: id, values }],
          filter: {},
          limit,
        }),
      async close() {
        vectors.release()
        await store.close()
        database.close()
      },
    }
  },
}

async function fillVectors(store: ReturnType<typeof createLocalStore>, set: VectorSet) {
  const { id } = await store.openSpace(baseId, model, set.dimensions)
  let index = 0
  for (;;) {
    const missing = await store.missingVectors(baseId, id, vectorsPerBatch)
    if (missing.length === 0) break
    await store.putVectors(
      id,
      missing.map(({ textHash }) => ({ textHash, values: vectorAt(set, index++) })),
    )
  }
  if (index !== set.count) throw new Error(`${index} texts differ, not ${set.count}`)
  await store.useSpace(baseId, id)
}

function makeSource(count: number, write: (words: number) => string): IndexedSource {
  let text = ''
  const passages = Array.from({ length: count }, () => {
    const start = text.length
    // Its number keeps each text apart from all others.
    text += `${write(wordsPerPassage)} ${randomUUID()}`
    const passage = { start, end: text.length, page: null, headings: [], context: '' }
    text += '\n'
    return passage
  })
  return {
    id: randomUUID(),
    baseId,
    folderId: null,
    kind: 'file',
    name: 'text.txt',
    mediaType: 'text/plain',
    changedAt: 1,
    sha256: '',
    document: { text, pages: [], lines: noLines },
    passages,
  }
}
