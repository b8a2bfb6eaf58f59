import { AppError, toWire } from '../../../shared/errors.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import { countOmissions, unreadPages } from '../readDocument.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import type { FreshDocument, OpenSource, Reading, SourceReader } from './sourceReader.ts'

export interface IndexSourceOptions {
  catalogue: CatalogueClient
  store: Pick<KnowledgeStore, 'put' | 'remove' | 'removeBase' | 'isFound'>
  open: SourceReader
  /** Takes a source whose pictures a model is to read; missing if none is. */
  defer?: (sourceId: string) => void
  /** Why a model could not read the pictures. */
  pictureFailure?: AppError
  /** Tells whether a source's passages get vectors afterwards, here or at a service. */
  isEmbedded: (record: SourceRecord) => Promise<boolean>
  /** Runs work on documents with equal bytes one after another. */
  inTurn: <T>(sha256: string, work: () => Promise<T>) => Promise<T>
  /** Called after each change of a state. */
  onChanged: () => void
  signal: AbortSignal
}

/** Failures that are not the source's own: every other source would meet them. */
const generalCodes: readonly ErrorCode[] = [
  'aborted',
  'diskFull',
  'folderReadOnly',
  'databaseDamaged',
  'databaseLocked',
  'databaseTooNew',
  'knowledgeDamaged',
]

/** Reads a source and puts it into the store. A failure of its own becomes its state. */
export async function indexSource(
  record: SourceRecord,
  options: IndexSourceOptions,
): Promise<void> {
  const { id } = record.source
  const setState = async (status: SourceState): Promise<void> => {
    await options.catalogue.setStates([{ id, status }])
    options.onChanged()
  }
  await setState({ state: 'reading' })
  try {
    await setState(await readAndPut(record, options))
  } catch (error) {
    const isOwn = error instanceof AppError && !generalCodes.includes(error.code)
    // A state that can't be written now is found as `reading` by the next run.
    await setState(isOwn ? { state: 'failed', error: toWire(error) } : { state: 'waiting' }).catch(
      () => undefined,
    )
    if (!isOwn) throw error
  }
}

async function readAndPut(record: SourceRecord, options: IndexSourceOptions): Promise<SourceState> {
  const { baseId, id } = record.source
  const { store, open, defer, signal } = options
  const source = await open(record, signal)
  const reading = await readWithPictures(baseId, source, options)
  if ('skipped' in reading) {
    await store.remove(baseId, [id])
    return { state: 'skipped', reason: reading.skipped }
  }
  const isSame = reading.sha256 === record.sha256
  const hasNewPictures = defer !== undefined && record.source.unreadPictures > 0
  // An unchanged document is put in again if the index has lost it.
  if (isSame && !hasNewPictures && (await store.isFound(baseId, id))) {
    return indexedState(record, record.passages, options)
  }
  return options.inTurn(reading.sha256, () => put(record, reading, options))
}

/** Reads a source with all that is known of its pictures. */
async function readWithPictures(
  baseId: string,
  source: OpenSource,
  { catalogue }: IndexSourceOptions,
): Promise<Reading> {
  const reading = await source.read([])
  if ('skipped' in reading || unreadPages(reading).length === 0) return reading
  const known = await catalogue.pictureTexts(baseId, reading.sha256)
  return known.length > 0 ? source.read(known) : reading
}

async function put(
  record: SourceRecord,
  document: FreshDocument,
  options: IndexSourceOptions,
): Promise<SourceState> {
  const { source } = record
  const { id, baseId, folderId, kind } = source
  const { catalogue, store, defer, pictureFailure } = options
  // A page was added by its address. Its title is what people know it by.
  const title = kind === 'page' ? document.title?.trim() : undefined
  const name = title || source.name
  const { sha256, mediaType, sizeBytes, changedAt, pages, passages, text, lines } = document
  const unread = unreadPages(document)
  const facts = {
    ...{ sha256, mediaType, sizeBytes, changedAt },
    pages: pages.length > 0 ? pages.length : null,
    passages: passages.length,
    unreadPictures: unread.length,
    omissions: countOmissions(document),
    ...(title && { name: title }),
  }
  if (await catalogue.hasTwin(baseId, id, sha256)) {
    await store.remove(baseId, [id])
    await catalogue.setFacts(id, { ...facts, unreadPictures: 0, omissions: [] })
    return { state: 'skipped', reason: 'duplicate' }
  }
  if (unread.length > 0 && defer) {
    if (passages.length === 0) await store.remove(baseId, [id])
    else await putInStore()
    await catalogue.setFacts(id, facts)
    defer(id)
    return { state: 'reading' }
  }
  if (passages.length === 0 && unread.length > 0) {
    await store.remove(baseId, [id])
    await catalogue.setFacts(id, facts)
    if (pictureFailure) throw pictureFailure
    return { state: 'skipped', reason: 'picture' }
  }
  if (passages.length === 0) {
    throw new AppError('documentWithoutText', 'It has no text', { subject: name })
  }
  await putInStore()
  await catalogue.setFacts(id, facts)
  if (await isGone(source.baseId, id, catalogue)) {
    await store.remove(baseId, [id])
  } else if (!(await store.isFound(baseId, id))) {
    throw new AppError('documentWithoutText', 'A search does not find it', { subject: name })
  }
  return indexedState(record, passages.length, options)

  function putInStore(): Promise<void> {
    return store.put({
      ...{ id, baseId, folderId, kind, name, mediaType, changedAt, sha256, passages },
      document: { text, pages, lines },
    })
  }
}

/** Tells whether the user has removed a source while it was read. */
async function isGone(baseId: string, id: string, catalogue: CatalogueClient): Promise<boolean> {
  return catalogue.source(baseId, id).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'sourceMissing') return true
      throw error
    },
  )
}

async function indexedState(
  record: SourceRecord,
  passages: number,
  { isEmbedded }: IndexSourceOptions,
): Promise<SourceState> {
  return (await isEmbedded(record))
    ? { state: 'embedding', done: 0, total: passages }
    : { state: 'ready', passages }
}
