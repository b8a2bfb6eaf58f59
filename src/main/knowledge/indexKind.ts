import type { AppError, ErrorCode } from '../../shared/errors.ts'
import { indexJob } from '../../shared/knowledge/knowledgeJobs.ts'
import { mayPass } from '../jobs/backOff.ts'
import type { JobKind, JobRun } from '../jobs/jobKind.ts'
import type { BaseRecord } from './catalogue/baseTable.ts'
import type { CatalogueClient } from './catalogue/catalogue.ts'
import type { SourceRecord } from './catalogue/sourceRecord.ts'
import { embedBase } from './embedding/embedBase.ts'
import type { Embedder } from './embedding/embedder.ts'
import { createGate } from './gate.ts'
import type { HostedBases } from './hosted/hostedBases.ts'
import type { IndexRequests } from './indexRequests.ts'
import type { PictureReader } from './pictures/pictureReader.ts'
import { readPictures, type ReadPicturesOptions } from './pictures/readPictures.ts'
import type { IndexSourceOptions } from './sources/indexSource.ts'
import { forgetRemoved, indexSources } from './sources/indexSources.ts'
import type { SourceReader } from './sources/sourceReader.ts'
import type { KnowledgeStore } from './store/knowledgeStore.ts'
import { createTurns } from './turns.ts'

export interface IndexKindOptions {
  catalogue: CatalogueClient
  storeOf: (base: BaseRecord) => KnowledgeStore
  embedder: Embedder
  hosted: Pick<HostedBases, 'isApproved' | 'sync'>
  open: SourceReader
  pictures: PictureReader
  /** Runs work on documents with equal bytes one after another, in jobs of all bases. */
  pictureTurn: ReadPicturesOptions['pictureTurn']
  /** Returns the name of a base; undefined if it is gone. */
  nameOf: (baseId: string) => string | undefined
  /** Says whether there is more to do. */
  requests: Pick<IndexRequests, 'take' | 'has'>
  onChanged: (baseId: string) => void
  /** Tells whether Parley quits, and the threads are gone. */
  isClosed: () => boolean
}

type Run = JobRun<{ baseId: string }, { done: number; total: number }>

/** Errors that pass by waiting, besides those that pass for every job. */
const ownPassing: readonly ErrorCode[] = ['serverNotRunning', 'diskFull']

/** Waiting for an embedder costs nothing, and words are searched meanwhile. */
const maxTries = 10_000
/** Nothing tells that a disk has room again, so it is tried. */
const fullDiskMilliseconds = 60_000

/**
 * The job that reads, cuts and embeds whatever of a base is not up to date. It keeps nothing of its
 * own: what is left to do is in the catalogue and the store, so that a kill at any moment costs no
 * more than the source or batch that was under way.
 */
export function indexKind(options: IndexKindOptions): JobKind<typeof indexJob> {
  return {
    definition: indexJob,
    keyOf: ({ baseId }) => baseId,
    subjectOf: ({ baseId }) => options.nameOf(baseId) ?? '',
    retry: {
      maxTries,
      mayPass: (error: AppError) => ownPassing.includes(error.code) || mayPass(error),
      maxPauseMilliseconds: ({ code }) => (code === 'diskFull' ? fullDiskMilliseconds : Infinity),
      hasAdvanced: (before, now) => (now?.done ?? 0) > (before?.done ?? 0),
    },
    async run(run) {
      try {
        return await indexBase(run, options)
      } catch (error) {
        // The job is still running for the next start, as after a kill.
        if (options.isClosed()) await new Promise(() => undefined)
        throw error
      }
    },
  }
}

async function indexBase(run: Run, options: IndexKindOptions) {
  const { input, signal, report } = run
  const { baseId } = input
  const { catalogue, storeOf, embedder, hosted, open, pictures, pictureTurn } = options
  const base = await catalogue.base(baseId)
  const store = storeOf(base)
  const isHosted = base.store === 'openai'
  await catalogue.resumeReading(baseId)
  await forgetRemoved(catalogue, store, baseId)
  const reading = createGate()
  const onChanged = (): void => {
    options.onChanged(baseId)
    reading.pulse()
  }
  const shared = { catalogue, store, onChanged, signal }
  const progress = setInterval(() => void tellProgress().catch(() => undefined), 500)

  async function tellProgress(): Promise<BaseRecord['counts']> {
    const { counts } = await catalogue.base(baseId)
    const done = counts.ready + counts.failed + counts.skipped
    const total = done + counts.waiting + counts.reading + counts.embedding
    report({ done, total })
    return counts
  }

  /** Reads all text first: pictures take a hundred times as long. */
  async function indexAll(indexing: IndexSourceOptions, hasReader: boolean): Promise<void> {
    const deferred: string[] = []
    const defer = (sourceId: string): void => void deferred.push(sourceId)
    await indexSources(baseId, { ...indexing, ...(hasReader && { defer }) })
    const hasMore = (): boolean => options.requests.has(baseId)
    await readPictures(baseId, deferred, { ...indexing, pictures, pictureTurn, hasMore })
  }

  try {
    for (;;) {
      options.requests.take(baseId)
      const { embedder: model, pictureReader } = await catalogue.base(baseId)
      const isEmbedded = async ({ source }: SourceRecord): Promise<boolean> =>
        isHosted ? hosted.isApproved(baseId, source.id) : model !== null
      const indexing = { ...shared, open, isEmbedded, inTurn: createTurns() }
      const settled = await Promise.allSettled([
        indexAll(indexing, pictureReader !== null).finally(reading.close),
        isHosted
          ? hosted.sync(baseId, reading.next, shared)
          : model && embedBase(baseId, model, reading.next, { ...shared, embedder }),
      ])
      const failed = settled.find((part) => part.status === 'rejected')
      if (failed) throw failed.reason
      const counts = await tellProgress()
      const isDone = !options.requests.take(baseId) && counts.waiting === 0
      if (isDone) return { ready: counts.ready, failed: counts.failed, skipped: counts.skipped }
      reading.open()
    }
  } finally {
    clearInterval(progress)
    onChanged()
  }
}
