import type { Base } from '../../shared/knowledge/knowledge.ts'
import type { HostedBase } from '../../shared/knowledge/knowledgeHosted.ts'
import type { BaseRecord } from './catalogue/baseTable.ts'
import type { FolderRecord } from './catalogue/folderTable.ts'
import { isSame } from './embedding/openSpace.ts'
import type { StoreStats } from './store/knowledgeStore.ts'

/** Returns a base as the page shows it. */
export function describeBase(
  record: BaseRecord,
  {
    folders,
    stats,
    hosted,
  }: { folders: readonly FolderRecord[]; stats: StoreStats; hosted: HostedBase | null },
): Base {
  const { embedder } = record
  const { passages, sizeBytes, spaces } = stats
  const used = spaces.find(({ isUsed }) => isUsed)
  const wanted = embedder && spaces.find(({ space }) => isSame(space.model, embedder))
  // Without an embedder no space serves, whatever vectors are kept.
  const isServing = embedder !== null && used !== undefined
  const isNext = embedder !== null && used !== undefined && used !== wanted
  const { id, name, store, reranker, pictureReader, unreadPictures, counts, spent, createdAt } =
    record
  const { splitPassages } = record
  return {
    ...{ id, name, store, reranker, pictureReader, unreadPictures, counts, spent, createdAt },
    ...{ passages, sizeBytes, splitPassages, hosted },
    space: isServing ? describeSpace(used) : null,
    nextSpace:
      embedder !== null && (isNext || !used)
        ? ((wanted && describeSpace(wanted)) ?? {
            ...{ model: embedder, dimensions: 0, done: 0, total: passages },
          })
        : null,
    folders: folders.map(({ id: folderId, path, sources, error }) => ({
      id: folderId,
      path,
      sources,
      error,
    })),
  }
}

function describeSpace({ space, done, total }: StoreStats['spaces'][number]) {
  const { model, dimensions } = space
  return { model, dimensions, done, total }
}
