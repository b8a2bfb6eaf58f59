import { existsSync } from 'node:fs'
import { indexJob } from '../../shared/knowledge/knowledgeJobs.ts'
import { knowledge as knowledgeFeature } from '../../shared/knowledge/knowledge.ts'
import type { AskConsent } from '../consent.ts'
import type { StoreKind } from '../../shared/knowledge/knowledge.ts'
import type { Attachments } from '../attachments/attachments.ts'
import type { FeatureContext, OpenFeature, ServedFiles } from '../feature.ts'
import type { OpenJobs } from '../jobs/openJobs.ts'
import type { HostRule } from '../network/hostRule.ts'
import { lookUpBySystem, type Resolve } from '../network/judgedLookup.ts'
import { waitForReal, type Wait } from '../providers/transport/patience.ts'
import type { DocumentText } from '../providers/reply.ts'
import type { Providers } from '../providers/providers.ts'
import { createChangeAnnouncer } from './announceChanges.ts'
import { createBases } from './bases.ts'
import { createBaseTransfers } from './transfer/baseTransfers.ts'
import { rememberAttached } from './asking/attachedPassages.ts'
import type { Asking } from './asking/createAsking.ts'
import { openAsking } from './asking/openAsking.ts'
import type { BaseRecord } from './catalogue/baseTable.ts'
import { createEmbedder } from './embedding/embedder.ts'
import { createHostedBases } from './hosted/hostedBases.ts'
import type { HostedFile } from './hosted/hostedRecord.ts'
import { createIdleWork } from './idleWork.ts'
import { indexKind } from './indexKind.ts'
import { createKeptFiles, keptFolder } from './keptFiles.ts'
import { createKnowledgeHandlers } from './knowledgeHandlers.ts'
import { createIndexRequests } from './indexRequests.ts'
import { createLibrary } from './library.ts'
import { createPictureReader } from './pictures/pictureReader.ts'
import { openTeamDatabase } from './postgres/teamDatabase.ts'
import { createDocumentReader } from './reading/createDocumentReader.ts'
import { createOpenOriginal } from './openOriginal.ts'
import { createRerank } from './reranking/createRerank.ts'
import { createSearchBases } from './searchBases.ts'
import { serveSources } from './serveSources.ts'
import { createSourceAdder } from './sourceAdder.ts'
import { allowPage, pageRule } from './sources/allowPage.ts'
import { createFolders } from './sources/folders.ts'
import { createSourceReader, type ChatText } from './sources/createSourceReader.ts'
import { fetchSourcePage } from './sources/fetchSourcePage.ts'
import { createKnowledgeClient } from './store/knowledgeClient.ts'
import type { KnowledgeStore } from './store/knowledgeStore.ts'
import { knowledgePath } from './store/openKnowledgeDatabase.ts'
import { createTurns } from './turns.ts'

export interface KnowledgeOptions {
  jobs: Pick<OpenJobs, 'addKind' | 'start'>
  providers: Pick<Providers, 'lookup' | 'describe' | 'addressOf'>
  attachments: Pick<Attachments, 'read'>
  /** Returns a chat as Markdown; undefined if it is gone. */
  readChat: (conversationId: string) => ChatText | undefined
  /** Asks the user for files, one file or a folder. */
  choose: (what: 'files' | 'file' | 'folder') => Promise<readonly string[]>
  /** Asks the user where a file is to be written. Null if the user chose no place. */
  choosePlace: (name: string) => Promise<string | null>
  /** Asks the user in main's own dialog. */
  consent: AskConsent
  /** Tells whether the user gave a path to Parley, by dropping what is there. */
  mayRead: (path: string) => boolean
  /** Opens a document with the system's app for it. */
  openFile: (path: string) => Promise<void>
  /** Opens a web page in the browser. */
  openLink: (address: string) => Promise<void>
  secrets: Parameters<typeof openTeamDatabase>[0]
  /** Returns the address of the team's PostgreSQL; empty for none. */
  teamAddress: () => string
  /** Waits between two looks at what a service does; by default as long as it says. */
  wait?: Wait
  /** The hosts that pages may come from. */
  pages: HostRule
  /** Returns the addresses of their names; asks the system by default. */
  resolve?: Resolve
  workers: {
    /** The thread of knowledge.sqlite. */
    knowledge: string | URL
    /** The thread that watches folders. */
    folder: string | URL
    /** The thread that reads documents. */
    document: string | URL
  }
  /** The path of PDFium's module. */
  pdfium: string
}

export interface OpenKnowledge extends OpenFeature<typeof knowledgeFeature> {
  files: ServedFiles
  /** Searches the bases for chats. */
  asking: Asking
  /** Returns the texts at a provider, with the names of their bases. */
  filesAt: (providerId: string) => Promise<(HostedFile & { baseName: string })[]>
  /** Returns the vector stores of bases at a provider; `isLeft` if its base no longer uses one. */
  storesAt: (
    providerId: string,
  ) => Promise<{ baseId: string; storeId: string | null; isLeft: boolean; baseName: string }[]>
  /**
   * Returns a document's text; null for a file without text. Errors: documentEncrypted,
   * documentDamaged, documentTooLarge, documentWithoutText, tooHeavy.
   */
  readDocument: (bytes: Uint8Array, name: string) => Promise<DocumentText | null>
  /** Goes on with what is not indexed yet, once the window is on the screen. */
  begin: () => void
}

/**
 * Opens the knowledge: bases of the user's documents, in a database of their own. Its threads start
 * when they are first needed.
 */
export function openKnowledge(context: FeatureContext, options: KnowledgeOptions): OpenKnowledge {
  const { folder, log } = context
  const {
    jobs,
    providers,
    attachments,
    readChat,
    pages,
    workers,
    resolve = lookUpBySystem,
  } = options
  const path = knowledgePath(folder)
  const client = createKnowledgeClient({ entry: workers.knowledge, path, log })
  const { catalogue, store, transfer, hosted: table } = client.services
  const broadcast = context.createBroadcast('knowledge', knowledgeFeature)
  let isClosed = false
  const compaction = createIdleWork(() => {
    Promise.all([store.compact(), catalogue.forgetPictures()]).catch((error: unknown) =>
      log('The index was not compacted', error),
    )
  })
  const changes = createChangeAnnouncer((baseId) => {
    broadcast('changed', { baseId })
    compaction.postpone()
    folders.keepLooking()
  })
  const kept = createKeptFiles(keptFolder(folder))
  const embedder = createEmbedder(providers)
  const pictures = createPictureReader({ ...providers, locale: context.locale })
  const documents = createDocumentReader({ entry: workers.document, pdfium: options.pdfium })
  const team = openTeamDatabase(options.secrets, options.teamAddress)
  const requests = createIndexRequests((baseId) => void jobs.start(indexJob, { baseId }), log)
  const hosted = createHostedBases({
    ...{ table, catalogue, local: store, requestIndex: requests.request },
    onChanged: changes.announce,
    lookup: providers.lookup,
    addressOf: providers.addressOf,
    wait: options.wait ?? waitForReal,
  })
  const stores: Readonly<Record<StoreKind, KnowledgeStore>> = {
    ...{ local: store, postgres: team.store, openai: hosted.store },
  }
  const storeFor = (base: Pick<BaseRecord, 'store'>): KnowledgeStore => stores[base.store]
  const open = createSourceReader({
    documents,
    contentPath: kept.path,
    fetchPage: (url, nearby, signal) =>
      fetchSourcePage(url, pageRule(pages, url, nearby), signal, resolve),
    readChat,
  })
  const bases = createBases({
    ...{ catalogue, storeFor, open, embedder, pictures, kept, team, hosted, log },
    requestIndex: requests.request,
    rescan: (baseId) => folders.look(baseId),
    forgetFolders: (ids) => folders.forget(ids),
    onChanged: changes.announce,
  })
  const transfers = createBaseTransfers({
    ...{ catalogue, transfer, jobs },
    choose: options.choose,
    choosePlace: options.choosePlace,
    isClosed: () => isClosed,
    onImported(baseId) {
      changes.announce(baseId)
      requests.request(baseId)
    },
  })
  const folders = createFolders({
    ...{ entry: workers.folder, catalogue, log },
    storeOf: bases.storeOf,
    onChanged: changes.announce,
    requestIndex: requests.request,
  })
  const search = createSearchBases({
    ...{ catalogue, storeOf: bases.storeOf, embedder },
    hosted: hosted.store,
    team: team.store,
    rerank: createRerank(providers),
  })
  jobs.addKind(
    indexKind({
      ...{ catalogue, storeOf: storeFor, open, embedder, hosted, pictures, requests },
      pictureTurn: createTurns(),
      nameOf: bases.nameOf,
      isClosed: () => isClosed,
      onChanged: changes.announce,
    }),
  )
  const adder = createSourceAdder({
    ...{ catalogue, kept, readChat, choose: options.choose, mayRead: options.mayRead },
    readUpload: attachments.read,
    watchFolder: (...given) => folders.add(...given),
    allowPage: (url) => allowPage(pages, url, options.consent, resolve),
    onAdded(baseId) {
      changes.announce(baseId)
      requests.request(baseId)
    },
  })
  const asking = openAsking(context, {
    library: createLibrary({ bases, search }),
    readAttached: rememberAttached(async ({ id, name }) => {
      const read = await documents.readDocument({ bytes: await attachments.read(id), name })
      return 'skipped' in read ? { text: '', passages: [] } : read
    }),
    describe: providers.describe,
  })
  const handlers = createKnowledgeHandlers({
    ...{ team, hosted, bases, adder, search, asking, transfers },
    consent: options.consent,
    openOriginal: createOpenOriginal(catalogue, options),
  })

  /** Goes on with bases that a kill, or a change while Parley was closed, has left incomplete. */
  async function goOn(): Promise<void> {
    await folders.begin()
    hosted.deleteLeft().catch((error: unknown) => log('Files at a service were not deleted', error))
    for (const { id, counts, nextSpace } of await bases.list()) {
      const left = counts.waiting + counts.reading + counts.embedding
      if (left > 0 || nextSpace) requests.request(id)
    }
  }

  return {
    handlers: () => handlers,
    files: serveSources(catalogue, kept),
    asking,
    // Without a base the thread need not start.
    filesAt: async (providerId) => (existsSync(path) ? await table.filesAt(providerId) : []),
    async storesAt(providerId) {
      const stores = existsSync(path) ? await table.hostedStores() : []
      return stores
        .filter((store) => store.providerId === providerId)
        .map(({ baseId, storeId, isLeaving, isExpired, name }) => ({
          ...{ baseId, storeId, isLeft: isLeaving || isExpired, baseName: name },
        }))
    },
    async readDocument(bytes, name) {
      const read = await documents.readDocument({ bytes, name })
      if ('skipped' in read) return null
      return { text: read.text, isPartial: read.omissions.length > 0 }
    },
    begin() {
      // Nothing to start before the user's first base.
      if (!existsSync(path)) return
      goOn().catch((error: unknown) => log('The bases were not looked at', error))
    },
    async close() {
      isClosed = true
      requests.close()
      compaction.close()
      changes.close()
      await Promise.all([folders.close(), client.close(), documents.close(), team.close()])
    },
  }
}
