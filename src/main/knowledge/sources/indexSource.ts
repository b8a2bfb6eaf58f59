import { AppError, toWire } from '../../../shared/errors.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { SourceState } from '../../../shared/knowledge.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import type { FreshDocument, Reading, SourceReader } from './sourceReader.ts'

export interface IndexSourceOptions {
  catalogue: CatalogueClient
  store: Pick<KnowledgeStore, 'put' | 'remove' | 'removeBase' | 'isFound'>
  read: SourceReader
  /** True if passages get vectors afterwards. */
  isEmbedded: boolean
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
  const { store, read, signal } = options
  let reading = await read(record, signal)
  if (isSame(reading, record)) {
    if (await store.isFound(baseId, id)) return indexedState(record.passages, options)
    // The index has lost it.
    reading = await read({ ...record, sha256: null }, signal)
  }
  if ('skipped' in reading) {
    await store.remove(baseId, [id])
    return { state: 'skipped', reason: reading.skipped }
  }
  if ('same' in reading) throw new AppError('internal', 'A source was not read')
  const document = reading
  return options.inTurn(document.sha256, () => put(record, document, options))
}

function isSame(reading: Reading, { sha256 }: SourceRecord): boolean {
  if ('same' in reading) return true
  return 'sha256' in reading && reading.sha256 === sha256
}

async function put(
  { source }: SourceRecord,
  document: FreshDocument,
  options: IndexSourceOptions,
): Promise<SourceState> {
  const { id, baseId, folderId, kind } = source
  const { catalogue, store } = options
  // A page was added by its address. Its title is what people know it by.
  const title = kind === 'page' ? document.title?.trim() : undefined
  const name = title || source.name
  const { sha256, mediaType, sizeBytes, changedAt, pages, passages, text, lines } = document
  const facts = {
    ...{ sha256, mediaType, sizeBytes, changedAt },
    pages: pages.length > 0 ? pages.length : null,
    passages: passages.length,
    ...(title && { name: title }),
  }
  if (await catalogue.hasTwin(baseId, id, sha256)) {
    await store.remove(baseId, [id])
    await catalogue.setFacts(id, facts)
    return { state: 'skipped', reason: 'duplicate' }
  }
  if (passages.length === 0) {
    throw new AppError('documentWithoutText', 'It has no text', { subject: name })
  }
  await store.put({
    ...{ id, baseId, folderId, kind, name, mediaType, changedAt, sha256, passages },
    document: { text, pages, lines },
  })
  await catalogue.setFacts(id, facts)
  if (await isGone(source.baseId, id, catalogue)) {
    await store.remove(baseId, [id])
  } else if (!(await store.isFound(baseId, id))) {
    throw new AppError('documentWithoutText', 'A search does not find it', { subject: name })
  }
  return indexedState(passages.length, options)
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

function indexedState(passages: number, { isEmbedded }: IndexSourceOptions): SourceState {
  return isEmbedded
    ? { state: 'embedding', done: 0, total: passages }
    : { state: 'ready', passages }
}
