import { randomUUID } from 'node:crypto'
import type { Encoding, EncodingChoice } from '../../shared/knowledge/encodings.ts'
import { AppError } from '../../shared/errors.ts'
import type { Base, StoreKind } from '../../shared/knowledge/knowledge.ts'
import type { ExpiryDays } from '../../shared/knowledge/knowledgeHosted.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { BaseChange, BaseRecord } from './catalogue/baseTable.ts'
import type { CatalogueClient } from './catalogue/catalogue.ts'
import { describeBase } from './describeBase.ts'
import type { Embedder } from './embedding/embedder.ts'
import { isSame } from './embedding/openSpace.ts'
import type { HostedBases } from './hosted/hostedBases.ts'
import type { KeptFiles } from './keptFiles.ts'
import type { PictureReader } from './pictures/pictureReader.ts'
import type { Log } from '../feature.ts'
import type { TeamDatabase } from './postgres/teamDatabase.ts'
import type { SourceReader } from './sources/sourceReader.ts'
import type { KnowledgeStore, StoreStats } from './store/knowledgeStore.ts'

export interface NewBaseInput {
  name: string
  store: StoreKind
  providerId: string | null
  embedder: ModelReference | null
  expiryDays?: ExpiryDays | undefined
}

/** The bases as the page sees and changes them. Errors: baseMissing. */
export interface Bases {
  catalogue: CatalogueClient
  storeOf: (baseId: string) => Promise<KnowledgeStore>
  /** Returns the name of a base that was listed before. */
  nameOf: (baseId: string) => string | undefined
  list: () => Promise<Base[]>
  describe: (baseId: string) => Promise<Base>
  create: (input: NewBaseInput) => Promise<Base>
  change: (baseId: string, change: BaseChange) => Promise<Base>
  remove: (baseId: string) => Promise<void>
  /** Returns what embedding all passages would cost; `dollars` is null if the price is unknown. */
  estimate: (
    baseId: string,
    embedder: ModelReference,
  ) => Promise<{ tokens: number; dollars: number | null }>
  setEmbedder: (baseId: string, embedder: ModelReference | null) => Promise<Base>
  /** Returns how many pictures nobody has read, and what that would cost. */
  estimatePictures: (
    baseId: string,
    model: ModelReference,
  ) => Promise<{ pictures: number; tokens: number; dollars: number | null }>
  /** Lets a model read the pictures that nobody has read, and those to come; null for none. */
  setPictureReader: (baseId: string, model: ModelReference | null) => Promise<Base>
  removeSources: (baseId: string, sourceIds: readonly string[]) => Promise<void>
  removeFolder: (baseId: string, folderId: string) => Promise<void>
  reindex: (baseId: string, sourceId: string | null) => Promise<void>
  /** Returns the encoding that the user has chosen for a source, and how it reads in others. */
  encodings: (
    baseId: string,
    sourceId: string,
  ) => Promise<{ chosen: Encoding | null; choices: EncodingChoice[] }>
  /** Reads a source again in an encoding; null to tell it by its bytes. */
  setEncoding: (baseId: string, sourceId: string, encoding: Encoding | null) => Promise<void>
}

export interface BasesOptions {
  catalogue: CatalogueClient
  storeFor: (base: Pick<BaseRecord, 'store'>) => KnowledgeStore
  embedder: Embedder
  pictures: PictureReader
  /** The bases in the team's PostgreSQL. */
  team: Pick<TeamDatabase, 'bases' | 'announce' | 'isSet'>
  hosted: Pick<HostedBases, 'add' | 'describe' | 'rename'>
  log: Log
  open: SourceReader
  kept: KeptFiles
  /** Starts the job that brings a base up to date, or lets a running one look again. */
  requestIndex: (baseId: string) => void
  /** Looks at all folders of a base again. */
  rescan: (baseId: string) => void
  /** Stops to watch what is gone. */
  forgetFolders: (folderIds: readonly string[]) => void
  onChanged: (baseId: string) => void
}

const nothingKnown: StoreStats = { passages: 0, sizeBytes: 0, spaces: [] }
const joinMilliseconds = 30_000
/** A page is fetched for them, and a document that is being read comes first. */
const encodingsMilliseconds = 60_000

/** The pictures that may be read after those that the user has agreed to, until the next question. */
const laterPictures = 100

/** Averages: characters of a passage with its headings, and characters of a token. */
const charactersPerPassage = 1200
const charactersPerToken = 4

export function createBases(options: BasesOptions): Bases {
  const { catalogue, storeFor, embedder, pictures, kept, requestIndex, onChanged } = options
  const names = new Map<string, string>()

  const storeOf: Bases['storeOf'] = async (baseId) => storeFor(await catalogue.base(baseId))

  async function complete(record: BaseRecord): Promise<Base> {
    names.set(record.id, record.name)
    const [folders, hosted, stats] = await Promise.all([
      catalogue.folders(record.id),
      record.store === 'openai' ? options.hosted.describe(record.id) : null,
      storeFor(record)
        .stats(record.id)
        .catch((error: unknown) => {
          // A server that is away keeps neither the other bases nor this one's name from the user.
          if (record.store === 'local') throw error
          return nothingKnown
        }),
    ])
    return describeBase(record, { folders, stats, hosted })
  }

  async function describe(baseId: string): Promise<Base> {
    return complete(await catalogue.base(baseId))
  }

  async function change(baseId: string, changes: BaseChange): Promise<Base> {
    await catalogue.changeBase(baseId, changes)
    if (changes.name !== undefined) await options.hosted.rename(baseId, changes.name)
    onChanged(baseId)
    return describe(baseId)
  }

  let joinedAt = -Infinity
  /** The team's bases that the user does not want to see. They come back at the next start. */
  const left = new Set<string>()

  /** Adds the bases that others have made in the team's database. */
  async function joinTeam(): Promise<void> {
    if (!options.team.isSet() || performance.now() - joinedAt < joinMilliseconds) return
    joinedAt = performance.now()
    try {
      const [found, known] = await Promise.all([options.team.bases(), catalogue.bases()])
      const ids = new Set(known.map(({ id }) => id))
      for (const base of found.filter(({ id }) => !ids.has(id) && !left.has(id))) {
        await catalogue.addBase({ ...base, store: 'postgres', providerId: null, embedder: null })
        onChanged(base.id)
      }
    } catch (error) {
      options.log("The team's bases were not listed", error)
    }
  }

  async function reindex(baseId: string, sourceId: string | null): Promise<void> {
    await catalogue.readAgain(baseId, sourceId)
    if (sourceId === null) options.rescan(baseId)
    onChanged(baseId)
    requestIndex(baseId)
  }

  return {
    catalogue,
    storeOf,
    nameOf: (baseId) => names.get(baseId),
    async list() {
      // Not awaited: what it finds is announced, and a server may be away.
      void joinTeam()
      return Promise.all((await catalogue.bases()).map(complete))
    },
    describe,
    async create(input) {
      const id = randomUUID()
      const { expiryDays = 30, ...given } = input
      const record = { ...given, id, createdAt: Date.now() }
      if (input.store === 'openai' && input.embedder) throw embedsItself()
      // First there: a base that nobody else can see would not be the team's.
      if (input.store === 'postgres') await options.team.announce(record)
      if (input.store === 'openai') await options.hosted.add(record, expiryDays)
      await catalogue.addBase(record)
      onChanged(id)
      return describe(id)
    },
    change,
    async remove(baseId) {
      const { store: kind, counts } = await catalogue.base(baseId)
      const store = await storeOf(baseId)
      const folders = await catalogue.folders(baseId)
      const unused = await catalogue.removeBase(baseId)
      options.forgetFolders(folders.map(({ id }) => id))
      // A user without sources of their own in a team's base only leaves it: it stays for the
      // others.
      const isGuest = kind === 'postgres' && Object.values(counts).every((count) => count === 0)
      if (isGuest) left.add(baseId)
      else await store.removeBase(baseId)
      await kept.remove(unused)
      onChanged(baseId)
    },
    async estimate(baseId, model) {
      const { stats } = await storeOf(baseId)
      const { passages, spaces } = await stats(baseId)
      const known = spaces.find(({ space }) => isSame(space.model, model))
      const missing = known ? known.total - known.done : passages
      const waiting = await catalogue.waitingCharacters(baseId)
      const characters = missing * charactersPerPassage + waiting
      const tokens = Math.ceil(characters / charactersPerToken)
      return { tokens, dollars: await embedder.dollarsOf(model, tokens) }
    },
    async setEmbedder(baseId, model) {
      const { store } = await catalogue.base(baseId)
      if (store === 'openai' && model) throw embedsItself()
      const described = await change(baseId, { embedder: model })
      requestIndex(baseId)
      return described
    },
    async estimatePictures(baseId, model) {
      const { unreadPictures } = await catalogue.base(baseId)
      return { pictures: unreadPictures, ...(await pictures.estimate(model, unreadPictures)) }
    },
    async setPictureReader(baseId, pictureReader) {
      await catalogue.changeBase(baseId, { pictureReader })
      if (pictureReader) await catalogue.allowPictures(baseId, laterPictures)
      onChanged(baseId)
      requestIndex(baseId)
      return describe(baseId)
    },
    async removeSources(baseId, sourceIds) {
      const store = await storeOf(baseId)
      const unused = await catalogue.removeSources(baseId, sourceIds)
      await store.remove(baseId, sourceIds)
      await kept.remove(unused)
      onChanged(baseId)
      requestIndex(baseId)
    },
    async removeFolder(baseId, folderId) {
      const store = await storeOf(baseId)
      options.forgetFolders([folderId])
      await store.remove(baseId, await catalogue.removeFolder(baseId, folderId))
      onChanged(baseId)
      requestIndex(baseId)
    },
    reindex,
    async encodings(baseId, sourceId) {
      const record = await catalogue.source(baseId, sourceId)
      const source = await options.open(record, AbortSignal.timeout(encodingsMilliseconds))
      return { chosen: record.encoding, choices: await source.encodings() }
    },
    async setEncoding(baseId, sourceId, encoding) {
      await catalogue.setEncoding(baseId, sourceId, encoding)
      await reindex(baseId, sourceId)
    },
  }
}

function embedsItself(): AppError {
  return new AppError('notSupported', 'The service of this base has its own embedding model')
}
