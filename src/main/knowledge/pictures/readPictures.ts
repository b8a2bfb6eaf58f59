import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import { unreadPages } from '../readDocument.ts'
import { indexSource, type IndexSourceOptions } from '../sources/indexSource.ts'
import type { OpenSource } from '../sources/sourceReader.ts'
import type { PictureReader } from './pictureReader.ts'

export interface ReadPicturesOptions extends Omit<IndexSourceOptions, 'defer'> {
  pictures: PictureReader
  /** Runs work on documents with equal bytes one after another, whatever their bases. */
  pictureTurn: IndexSourceOptions['inTurn']
  /** Tells whether there are other sources to read by now, which go before the pictures. */
  hasMore: () => boolean
}

/** Failures of one picture: the next one may be read. */
const ownCodes: readonly ErrorCode[] = [
  'badRequest',
  'unprocessable',
  'contentFiltered',
  'contextTooLong',
  'attachmentTooLarge',
  'attachmentsTooLarge',
  'malformedAnswer',
  'timeout',
  'tooHeavy',
  'documentDamaged',
  'documentTooLarge',
]
/** So many failures one after another are the model's. */
const maxFailures = 5
const picturesAtOnce = 4

/**
 * Has the base's model read the pictures of sources, one source after another, and indexes what it
 * has read. Each picture's text is on disk before its source's next one is counted as read. What is
 * not done when other sources have come waits. Errors: aborted, those of a request that every
 * picture would meet.
 */
export async function readPictures(
  baseId: string,
  sourceIds: readonly string[],
  options: ReadPicturesOptions,
): Promise<void> {
  const { catalogue, onChanged, hasMore } = options
  const left = new Set(sourceIds)
  const failures: Failures = { inARow: 0 }
  try {
    for (const id of sourceIds) {
      const record = await catalogue.source(baseId, id).catch(ignoreMissing)
      const isDone = !record || (await readOne(record, options, failures))
      if (isDone) left.delete(id)
      if (hasMore()) break
    }
  } finally {
    // A state that can't be written now is found as `reading` by the next run.
    const waiting = [...left].map((id) => ({ id, status: { state: 'waiting' as const } }))
    await catalogue.setStates(waiting).catch(() => undefined)
    onChanged()
  }
}

/** Returns false if the source is to be read again. */
async function readOne(
  record: SourceRecord,
  options: ReadPicturesOptions,
  failures: Failures,
): Promise<boolean> {
  const found = await findPages(record, options)
  const read =
    found &&
    (await options.pictureTurn(found.sha256, () =>
      readPages({ record, ...found, failures }, options),
    ))
  if (read?.isLeft) return false
  const pictureFailure = read?.failure && { pictureFailure: read.failure }
  await indexSource({ ...record, sha256: null }, { ...options, ...pictureFailure })
  return true
}

/** Returns the pages without text; undefined if the source can't be read any more. */
async function findPages(
  record: SourceRecord,
  { open, signal }: ReadPicturesOptions,
): Promise<Pick<Pages, 'source' | 'sha256' | 'pages'> | undefined> {
  try {
    const source = await open(record, signal)
    const reading = await source.read([])
    if ('skipped' in reading) return undefined
    return { source, sha256: reading.sha256, pages: unreadPages(reading) }
  } catch (error) {
    // Indexing this source meets the same error, and reports it.
    if (!(error instanceof AppError) || error.code === 'aborted') throw error
    return undefined
  }
}

interface Failures {
  inARow: number
}

interface Pages {
  record: SourceRecord
  source: OpenSource
  sha256: string
  pages: readonly number[]
  failures: Failures
}

/** Reads the pages that nobody has read, several at a time if the model is elsewhere. */
async function readPages(
  { record, source, sha256, pages, failures }: Pages,
  options: ReadPicturesOptions,
): Promise<{ failure: AppError | undefined; isLeft: boolean }> {
  const { catalogue, pictures, onChanged, hasMore, signal } = options
  const { id, baseId } = record.source
  const known = new Set((await catalogue.pictureTexts(baseId, sha256)).map(({ page }) => page))
  const missing = pages.filter((page) => !known.has(page))
  const rest = missing.values()
  let done = pages.length - missing.length
  let failure: AppError | undefined
  let isLeft = false
  let isStopped = false

  async function readPage(page: number, model: ModelReference): Promise<void> {
    const picture = await source.draw(page)
    if (!picture) {
      // The file has changed.
      isLeft = true
      return
    }
    const answer = await pictures.read(model, picture, signal)
    await catalogue.addPictureText(baseId, { ...answer, sha256, page, model })
    failures.inARow = 0
    done += 1
    const status = { state: 'reading', pictures: { done, total: pages.length } } as const
    await catalogue.setStates([{ id, status }])
    onChanged()
  }

  async function work(): Promise<void> {
    for (const page of rest) {
      if (signal.aborted) throw new AppError('aborted', 'The indexing was stopped')
      // The user may have chosen another model meanwhile, or none.
      const model = await allowedModel(baseId, options)
      if (!model || isLeft || isStopped) return
      try {
        await readPage(page, model)
      } catch (error) {
        failures.inARow += 1
        if (!isOwn(error, ownCodes) || failures.inARow >= maxFailures) {
          // The other workers finish their current page, whose request is paid for, and take no
          // more.
          isStopped = true
          throw error
        }
        failure = error
      }
      isLeft ||= hasMore() && done < pages.length
    }
  }

  const model = await allowedModel(baseId, options)
  const isLocal = model !== undefined && (await pictures.isLocal(model))
  const workers = Array.from({ length: isLocal ? 1 : picturesAtOnce }, work)
  const settled = await Promise.allSettled(workers)
  const failed = settled.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return { failure, isLeft }
}

/** Returns the model that may read the next picture; undefined if the user is to be asked first. */
async function allowedModel(
  baseId: string,
  { catalogue, pictures }: ReadPicturesOptions,
): Promise<ModelReference | undefined> {
  const { pictureReader, pictureAllowance } = await catalogue.base(baseId)
  if (!pictureReader) return undefined
  const isAllowed = pictureAllowance > 0 || (await pictures.isLocal(pictureReader))
  return isAllowed ? pictureReader : undefined
}

function isOwn(error: unknown, codes: readonly ErrorCode[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code)
}

function ignoreMissing(error: unknown): undefined {
  if (!isOwn(error, ['sourceMissing'])) throw error
  return undefined
}
