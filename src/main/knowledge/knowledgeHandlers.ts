import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { knowledge } from '../../shared/knowledge/knowledge.ts'
import { assertConsent, type AskConsent } from '../consent.ts'
import type { Asking } from './asking/createAsking.ts'
import type { Bases } from './bases.ts'
import type { HostedBases } from './hosted/hostedBases.ts'
import { locatePassage } from './locatePassage.ts'
import type { OpenOriginal } from './openOriginal.ts'
import type { TeamDatabase } from './postgres/teamDatabase.ts'
import type { SearchBases } from './searchBases.ts'
import type { SourceAdder } from './sourceAdder.ts'
import type { BaseTransfers } from './transfer/baseTransfers.ts'

export interface KnowledgeHandlersOptions {
  bases: Bases
  adder: SourceAdder
  search: SearchBases
  asking: Pick<Asking, 'chat' | 'setChat'>
  openOriginal: OpenOriginal
  team: Pick<TeamDatabase, 'state'>
  transfers: BaseTransfers
  hosted: HostedBases
  /** Asks the user in main's own dialog. */
  consent: AskConsent
}

export function createKnowledgeHandlers(
  options: KnowledgeHandlersOptions,
): FeatureHandlers<typeof knowledge> {
  const { bases, adder, search, asking, openOriginal, team, transfers, hosted, consent } = options
  return {
    bases: () => bases.list(),
    create: (input) => bases.create(input),
    rename: ({ baseId, name }) => bases.change(baseId, { name }),
    remove: nothingAfter(({ baseId }) => bases.remove(baseId)),
    estimate: ({ baseId, embedder }) => bases.estimate(baseId, embedder),
    setEmbedder: ({ baseId, embedder }) => bases.setEmbedder(baseId, embedder),
    estimatePictures: ({ baseId, pictureReader }) => bases.estimatePictures(baseId, pictureReader),
    setPictureReader: ({ baseId, pictureReader }) => bases.setPictureReader(baseId, pictureReader),
    setReranker: ({ baseId, reranker }) => bases.change(baseId, { reranker }),
    sources: (query) => bases.catalogue.sources(query),
    chooseFiles: async ({ baseId }) => ({ added: await adder.chooseFiles(baseId) }),
    chooseFolder: async ({ baseId }) => ({ added: await adder.chooseFolder(baseId) }),
    addPaths: async ({ baseId, paths }) => ({ added: await adder.addPaths(baseId, paths) }),
    addUploads: async ({ baseId, files }) => ({ added: await adder.addUploads(baseId, files) }),
    addPage: ({ baseId, url }) => adder.addPage(baseId, url),
    addChats: async ({ baseId, conversationIds }) => ({
      added: await adder.addChats(baseId, conversationIds),
    }),
    saveNote: (note) => adder.saveNote(note),
    removeSources: nothingAfter(({ baseId, sourceIds }) => bases.removeSources(baseId, sourceIds)),
    removeFolder: nothingAfter(({ baseId, folderId }) => bases.removeFolder(baseId, folderId)),
    reindex: nothingAfter(({ baseId, sourceId }) => bases.reindex(baseId, sourceId)),
    encodings: ({ baseId, sourceId }) => bases.encodings(baseId, sourceId),
    setEncoding: nothingAfter(({ baseId, sourceId, encoding }) =>
      bases.setEncoding(baseId, sourceId, encoding),
    ),
    search: (request) => search(request),
    source: async ({ baseId, sourceId }) => (await bases.catalogue.source(baseId, sourceId)).source,
    openOriginal: nothingAfter(({ baseId, sourceId }) => openOriginal(baseId, sourceId)),
    text: async ({ baseId, sourceId, start, end }) => {
      const store = await bases.storeOf(baseId)
      const { text, length } = await store.text(sourceId, start, end)
      return { text, length }
    },
    async locate({ place, passage, claim }) {
      return locatePassage(await bases.storeOf(place.baseId), place, passage, claim)
    },
    hostedPlan: ({ baseId }) => hosted.plan(baseId),
    async approveHosted({ baseId, until, approvesAll }) {
      if (approvesAll) {
        const [{ name }, { host }] = await Promise.all([
          bases.describe(baseId),
          hosted.plan(baseId),
        ])
        const facts = [{ key: 'consentHost' as const, value: host }]
        await assertConsent(consent, { kind: 'upload', name, facts })
      }
      await hosted.approve(baseId, until, approvesAll)
      return bases.describe(baseId)
    },
    async setHostedExpiry({ baseId, expiryDays }) {
      await hosted.setExpiry(baseId, expiryDays)
      return bases.describe(baseId)
    },
    hostedFiles: ({ baseId }) => hosted.files(baseId),
    hostedLeft: () => hosted.left(),
    deleteHostedLeft: () => hosted.deleteLeft(),
    forgetHostedLeft: () => hosted.forgetLeft(),
    team: () => team.state(),
    chat: ({ conversationId }) => asking.chat(conversationId),
    setChat: ({ conversationId, ...chosen }) => asking.setChat(conversationId, chosen),
    exportBase: async ({ baseId }) => ({ started: await transfers.exportBase(baseId) }),
    importBase: async () => ({ started: await transfers.importBase() }),
  }
}

function nothingAfter<Input>(work: (input: Input) => Promise<void>) {
  return async (input: Input) => {
    await work(input)
    return {}
  }
}
