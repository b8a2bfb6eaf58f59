import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createCatalogue } from '../../../../src/main/knowledge/catalogue/catalogue.ts'
import { createKeptFiles, keptFolder } from '../../../../src/main/knowledge/keptFiles.ts'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import {
  knowledgePath,
  openKnowledgeDatabase,
} from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { createTransfer } from '../../../../src/main/knowledge/transfer/transfer.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { embedText } from '../store/embedText.ts'
import { testSource } from '../store/testSource.ts'

export const model = { providerId: 'local', modelId: 'small' }
export const dimensions = 48

/** Opens a computer's knowledge, without threads. */
export function openShelf() {
  const folder = temporaryFolder()
  const database = openKnowledgeDatabase(knowledgePath(folder))
  const store = createLocalStore(database)
  const catalogue = createCatalogue(database)
  const transfer = createTransfer(catalogue, store, keptFolder(folder))
  const kept = createKeptFiles(keptFolder(folder))
  onTestFinished(async () => {
    await transfer.close()
    await store.close()
    database.close()
  })

  /** Embeds the texts of a base; all but the last `without`. */
  async function embed(baseId: string, without = 0): Promise<void> {
    const space = await store.openSpace(baseId, model, dimensions)
    await store.useSpace(baseId, space.id)
    const missing = await store.missingVectors(baseId, space.id, 1000)
    const given = missing.slice(0, missing.length - without)
    await store.putVectors(
      space.id,
      given.map(({ textHash, text }) => ({ textHash, values: embedText(text, dimensions) })),
    )
  }

  /** Makes a base with a file, a note, a page that was not read, and a file that was not read. */
  async function makeBase(name = 'Papers'): Promise<string> {
    const baseId = randomUUID()
    const createdAt = 1
    catalogue.addBase({
      ...{ id: baseId, name, store: 'local', providerId: null, embedder: model, createdAt },
    })
    const plain = { folderId: null, location: '', content: null, mediaType: 'text/plain' } as const
    const lease = testSource(baseId, leaseText, { name: 'lease.txt', changedAt: 2 })
    const noteText = '\ufeffThe note says 😀 umbrella.'
    const content = await kept.keep(new TextEncoder().encode(noteText))
    const note = testSource(baseId, noteText, { name: 'Trip', kind: 'note', changedAt: 2 })
    catalogue.addSources(baseId, [
      {
        ...{ ...plain, id: lease.id, kind: 'file', name: 'lease.txt', sizeBytes: 9, changedAt: 2 },
        location: '/home/me/lease.txt',
      },
      { ...plain, id: note.id, kind: 'note', name: 'Trip', content, sizeBytes: 30, changedAt: 3 },
      {
        ...{ ...plain, kind: 'page', name: 'example.org', sizeBytes: 0, changedAt: 4 },
        location: 'https://example.org/',
      },
      {
        ...{ ...plain, kind: 'file', name: 'unread.txt', sizeBytes: 9, changedAt: 2 },
        location: '/home/me/unread.txt',
      },
    ])
    for (const source of [lease, note]) {
      await store.put(source)
      catalogue.setFacts(source.id, {
        ...{ sha256: source.sha256, mediaType: 'text/plain', sizeBytes: 9, changedAt: 2, pages: 1 },
        passages: source.passages.length,
        unreadPictures: 0,
        omissions: [],
      })
      const status = { state: 'ready', passages: source.passages.length } as const
      catalogue.setStates([{ id: source.id, status }])
    }
    return baseId
  }

  /** Returns all that a base is, without the ids and times that each computer gives. */
  async function contentOf(baseId: string) {
    const { name, embedder, counts } = catalogue.base(baseId)
    const records = catalogue.allSources(baseId, 0, 100)
    const spaces = (await store.stats(baseId)).spaces
    return {
      ...{ name, embedder, counts },
      sources: await Promise.all(
        records.map(async ({ source, content, sha256, passages }) => {
          const indexed = await store.read(source.id)
          return {
            ...{ ...source, id: '', baseId: '', content, sha256, passages },
            indexed: indexed && { ...indexed, id: '', baseId: '' },
          }
        }),
      ),
      spaces: await Promise.all(
        spaces.map(async ({ space, done, total, isUsed }) => ({
          ...{ model: space.model, dimensions: space.dimensions, done, total, isUsed },
          vectors: await store.readVectors(baseId, space.id, '', 1000),
        })),
      ),
    }
  }

  /** Returns whatever an import could leave. */
  async function everything() {
    const files = existsSync(keptFolder(folder)) ? readdirSync(keptFolder(folder)).toSorted() : []
    return { bases: catalogue.bases(), indexed: await store.baseIds(), files }
  }

  const never = new AbortController().signal
  const exportTo = (baseId: string, path: string): Promise<void> =>
    transfer.exportBase(baseId, path, never)
  const importFrom = async (path: string, signal = never): Promise<string> => {
    const baseId = randomUUID()
    await transfer.importBase(baseId, path, signal)
    return baseId
  }
  return {
    ...{ catalogue, store, transfer, kept },
    ...{ embed, makeBase, contentOf, everything, exportTo, importFrom },
  }
}

/** Longer than a piece of a stored text. */
const leaseText = Array.from(
  { length: 200 },
  (_, index) => `The tenant of door ${String(index)} pays the rent on day ${String(index)}.`,
).join('\n\n')

export function newFile(): string {
  return join(temporaryFolder(), 'Papers.parleybase')
}
