import { randomUUID } from 'node:crypto'
import { AppError, toWire } from '../../../shared/errors.ts'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ImportedSource } from '../catalogue/insertSource.ts'
import type { KnowledgeStore, Space } from '../store/knowledgeStore.ts'
import { fromHalves } from '../store/vectors/halves.ts'
import type { Frame, HeadOf } from './baseFile.ts'
import { withBaseFile, type BaseFile } from './readBaseFile.ts'
import { createSourceDraft, readUtf8, type DraftResult, type SourceDraft } from './sourceDraft.ts'

export interface ImportOptions {
  catalogue: Pick<
    Catalogue,
    'bases' | 'addImported' | 'unusedContents' | 'importPictureText' | 'forgetImportedPictures'
  >
  store: KnowledgeStore
  /** Creates a kept file. */
  keep: Blobs['create']
  removeKept: (content: string) => Promise<void>
  /** Called with the bytes that are read, and with all there are. */
  report: (done: number, total: number) => void
  signal: AbortSignal
}

/**
 * Makes a base with this id of a file. The base is there once all of it is; a failure leaves
 * nothing. What a kill has left of an earlier attempt is removed first. Errors: unreadable,
 * exportTooNew, diskFull, filesFull, aborted.
 */
export async function importBase(
  baseId: string,
  path: string,
  options: ImportOptions,
): Promise<void> {
  const { catalogue, store, removeKept, report, signal } = options
  // The attempt before a kill has come to its end.
  if (catalogue.bases().some(({ id }) => id === baseId)) return
  const contents: string[] = []
  const forget = async (): Promise<void> => {
    catalogue.forgetImportedPictures(baseId)
    await store.removeBase(baseId)
  }
  try {
    await forget()
    await withBaseFile(path, async (file) => {
      await file.verify(signal)
      const reading = createReading(baseId, options, contents)
      try {
        for await (const { at, ...frame } of file.frames()) {
          if (signal.aborted) throw new AppError('aborted', 'The import was stopped')
          await reading.take(frame)
          report(at, file.sizeBytes)
        }
        await reading.finish()
      } finally {
        await reading.discard()
      }
    })
  } catch (error) {
    await forget()
    for (const content of catalogue.unusedContents(contents)) await removeKept(content)
    throw error
  }
}

/** Returns the name of the base in a file. Errors: unreadable, exportTooNew. */
export async function readBaseName(path: string): Promise<string> {
  return withBaseFile(path, async (file) => (await readFirst(file)).name)
}

async function readFirst(file: BaseFile): Promise<HeadOf<'base'>> {
  for await (const { head } of file.frames()) {
    if (head.kind === 'base') return head
    break
  }
  throw new Error('It does not begin with a base')
}

/** Takes the frames of a base in their order. */
function createReading(baseId: string, options: ImportOptions, contents: string[]) {
  const { catalogue, store, keep } = options
  const sources: ImportedSource[] = []
  const spaces: Space[] = []
  let base: HeadOf<'base'> | undefined
  let draft: SourceDraft | undefined
  let vectors = 0
  let hasEnded = false

  async function endSource(): Promise<void> {
    if (!draft) return
    const result = await draft.finish()
    draft = undefined
    if (result.content !== null) contents.push(result.content)
    sources.push(await putDraft(baseId, result, store))
  }

  /** Vectors come last, when all texts are there. */
  async function openSpaces(): Promise<void> {
    for (const { model, dimensions, isUsed } of base?.spaces ?? []) {
      const space = await store.openSpace(baseId, model, dimensions)
      if (isUsed) await store.useSpace(baseId, space.id)
      spaces.push(space)
    }
  }

  async function takeVectors({ space: index, textHashes }: HeadOf<'vectors'>, body: Uint8Array) {
    const space = spaces[index]
    if (!space) throw new Error('The vectors belong to no space')
    const bytes = space.dimensions * 2
    if (body.byteLength !== textHashes.length * bytes) throw new Error('Vectors are cut off')
    const given = textHashes.map((textHash, at) => {
      return { textHash, values: fromHalves(body.subarray(at * bytes, (at + 1) * bytes)) }
    })
    vectors += given.length
    await store.putVectors(space.id, given)
  }

  return {
    async take(frame: Frame): Promise<void> {
      const { head, body } = frame
      if (!base && head.kind !== 'base') throw new Error('It does not begin with a base')
      if (hasEnded) throw new Error('There is more behind its end')
      const isVectors = head.kind === 'vectors' || head.kind === 'end'
      if (head.kind === 'source' || isVectors) await endSource()
      if (isVectors && spaces.length === 0) await openSpaces()
      switch (head.kind) {
        case 'base':
          if (base) throw new Error('It begins twice')
          base = head
          break
        case 'source':
          // Nothing is fetched because a file says so.
          if (!head.indexed && !head.hasContent) throw new Error('A source has nothing')
          if (spaces.length > 0) throw new Error('A source comes too late')
          draft = createSourceDraft(head, keep)
          break
        case 'picture': {
          const { sha256, page, model } = head
          if (!draft) throw new Error('A picture belongs to no source')
          catalogue.importPictureText(baseId, sha256, { page, model, text: readUtf8(body) })
          break
        }
        case 'vectors':
          await takeVectors(head, body)
          break
        case 'end':
          hasEnded = head.sources === sources.length && head.vectors === vectors
          if (!hasEnded) throw new Error('It has not what it says')
          break
        default:
          if (!draft) throw new Error(`${head.kind} belongs to no source`)
          await draft.take(frame)
      }
    },
    /** Makes the base one that the user sees. */
    async finish(): Promise<void> {
      if (!base || !hasEnded) throw new Error('It has no end')
      const { name } = base
      // Embedding at a service costs money, so the user is asked later: the base starts without.
      const embedder = base.embedder && (await isEmbedded(base.embedder)) ? base.embedder : null
      const record = { id: baseId, name, store: 'local', providerId: null, embedder } as const
      catalogue.addImported({ ...record, createdAt: Date.now() }, sources)
    },
    discard: async () => draft?.discard(),
  }

  /** Tells whether nothing is left to be read or embedded. */
  async function isEmbedded({ providerId, modelId }: Space['model']): Promise<boolean> {
    if (sources.some(({ status }) => status?.state === 'waiting')) return false
    const { spaces: held } = await store.stats(baseId)
    return held.some(
      ({ space: { model }, done, total, isUsed }) =>
        model.providerId === providerId && model.modelId === modelId && isUsed && done === total,
    )
  }
}

/** Puts a source into the store, under an id of its own: one of the file may be somebody else's. */
async function putDraft(
  baseId: string,
  { head, text, lines, passages, content }: DraftResult,
  store: KnowledgeStore,
): Promise<ImportedSource> {
  const { type: kind, name, location, mediaType, sizeBytes, pages, changedAt, indexed } = head
  const unreadPictures = head.hasContent ? head.unreadPictures : 0
  const id = randomUUID()
  const facts = { id, kind, folderId: null, name, mediaType, sizeBytes, pages, changedAt, content }
  const { omissions } = head
  const source = { ...facts, unreadPictures, omissions, location: plainLocation(kind, location) }
  if (!indexed) {
    // With a model for its pictures it can be read.
    const status: SourceState =
      unreadPictures > 0 ? { state: 'skipped', reason: 'picture' } : { state: 'waiting' }
    return { ...source, status, sha256: null, passages: null }
  }
  const { sha256 } = indexed
  await store.put({
    ...{ id, baseId, folderId: null, kind, name, mediaType, changedAt, sha256, passages },
    document: { text, pages: [], lines },
  })
  const status: SourceState = (await store.isFound(baseId, id))
    ? { state: 'ready', passages: passages.length }
    : { state: 'failed', error: notFound(name) }
  return { ...source, status, sha256, passages: passages.length }
}

function notFound(subject: string) {
  return toWire(new AppError('documentWithoutText', 'A search does not find it', { subject }))
}

/**
 * Returns the address of a page, or the id of a chat. No path: Parley reads only what the user has
 * given to it.
 */
function plainLocation(kind: ImportedSource['kind'], location: string): string {
  if (kind === 'chat') return location
  const isAddress = /^https?:$/.test(URL.parse(location)?.protocol ?? '')
  return kind === 'page' && isAddress ? location : ''
}
