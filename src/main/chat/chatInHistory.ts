import type { AnswerParameters } from '../../shared/assistantProfiles.ts'
import type { chat } from '../../shared/chat/chat.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { ModelReference, ReasoningEffort } from '../../shared/models.ts'
import type { Attachment, Part } from '../../shared/chat/parts.ts'
import type { AskConsent } from '../consent.ts'
import type { Attachments } from '../attachments/attachments.ts'
import type { Log } from '../feature.ts'
import type { ExampleOf } from '../fineTuning/goodExamples.ts'
import type { DescribeModel, ProviderLookup } from '../providers/provider.ts'
import type { ShownCalls } from '../plugins/frames/shownCalls.ts'
import type { Asking } from '../knowledge/asking/createAsking.ts'
import type { PaidRun } from '../spending/budget.ts'
import type { Database } from '../storage/connection.ts'
import type { OwnToolDependencies } from '../tools/ownTool.ts'
import type { ToolBox } from '../tools/tool.ts'
import { copyGivenTexts } from '../tools/givenTexts.ts'
import type { ChatCopier } from './history/branchChat.ts'
import { recordEarlierAnswers } from './history/answerSpending.ts'
import { chatFiles } from './history/chatFiles.ts'
import { exampleOf } from './history/exampleOf.ts'
import { chatText, type WholeChat } from './history/chatText.ts'
import { findConversation } from './history/conversations.ts'
import { refusedChats } from './history/refusedChats.ts'
import { createChatHandlers } from './handlers.ts'
import { createDeletions } from './history/deleteMessages.ts'
import { readText } from './turns/readText.ts'
import { createReplies } from './reply/reply.ts'
import { search } from './search/search.ts'
import { buildSearchIndex } from './search/searchBuild.ts'
import { createDocumentTexts, type ReadDocument } from './turns/documentTexts.ts'
import { createFilePreview } from './turns/previewFiles.ts'
import { createShownCalls } from './tools/shownCalls.ts'
import { createTrashPurge } from './history/purgeTrash.ts'
import { readSentRequest } from './turns/sentRequest.ts'
import { createTitles } from './history/titles.ts'
import { createTokenCounter } from './turns/tokenCount.ts'

/** Record of the services that the chats use, and of the events that they report. */
export interface ChatOptions {
  lookup: ProviderLookup
  attachments: Pick<Attachments, 'read' | 'store' | 'assertStored'>
  /** Reads documents for models that don't take the files; by default nobody can. */
  readDocument?: ReadDocument
  describe?: DescribeModel
  /** The tools of all features. */
  tools: ToolBox
  /** Returns the text that stands before a chat's messages; null for none. */
  instructions: (conversationId: string | null) => string | null
  /** Searches the user's documents for chats. */
  asking?: Asking
  /** Copy what other features store about chats and messages into a branch. */
  copiers: readonly ChatCopier[]
  /** Called in the transaction that creates a chat by its first message. */
  onCreated: (conversationId: string) => void
  effort: () => ReasoningEffort
  /** Returns what the user has set for a chat's answers. */
  parameters?: (conversationId: string) => AnswerParameters
  /** A message was sent to this model. */
  onUsed: (model: ModelReference) => void
  /** The user has allowed more than one call of a tool. */
  onGranted: () => void
  /** Requests are in the ledger whose prices are to be looked up. */
  onSpent: () => void
  /** Begins requests that the user's budget may hold back; by default nothing does. */
  beginPaid?: (model: ModelReference) => PaidRun
  /** Asks the user in main's own dialog. */
  consent: AskConsent
}

export interface ChatDependencies extends ChatOptions {
  /** False for a provider without a language model, such as the guide. */
  writesTitles: (providerId: string) => boolean
  broadcast: Broadcast<typeof chat>
  log: Log
}

/** The chats of an open history. */
export interface ChatInHistory {
  handlers: FeatureHandlers<typeof chat>
  /** Access to chats for Parley's own tools. */
  reading: Pick<OwnToolDependencies, 'searchChats' | 'readText'> & {
    /** Returns the files of a chat and of the answer that is being written, the newest first. */
    filesOf: (conversationId: string, earlier: readonly Part[]) => Attachment[]
    /** Returns a chat as a document; undefined if it is gone. */
    chatText: (conversationId: string) => WholeChat | undefined
    exampleOf: ExampleOf
    /** Returns the models that have refused to chat because they only continue texts. */
    refusedChats: () => ModelReference[]
  }
  shownCalls: ShownCalls
  /** Tells the windows that conversations have changed, in one step. */
  announce: (ids: readonly string[]) => void
  /** Tells whether an answer is being written. */
  isAnswering: () => boolean
  /** Saves the running replies. */
  close: () => void
}

export function createChatInHistory(
  database: Database,
  dependencies: ChatDependencies,
): ChatInHistory {
  const { attachments, asking, copiers, onCreated } = dependencies
  const { assertStored, read: readFile } = attachments
  const { readDocument = () => Promise.resolve(null) } = dependencies
  const documents = createDocumentTexts(readFile, readDocument)
  const parts = { ...dependencies, database, readFile, documents, assertStored }
  const titles = createTitles(parts)
  const replies = createReplies({
    ...parts,
    onComplete: titles.suggest,
    ...(asking && { onRepeated: asking.copyPassages }),
    onCreated(conversationId) {
      onCreated(conversationId)
      asking?.beginChat(conversationId)
    },
    storeFile: (bytes, mediaType, name = mediaType.replace('/', '.')) =>
      attachments.store(bytes, name),
  })
  const tokens = createTokenCounter(parts)
  const stopBuilding = buildSearchIndex(database, dependencies.log)
  const stopRecording = recordEarlierAnswers(database, dependencies.log)
  const purge = createTrashPurge(database, {
    log: dependencies.log,
    onErased: (ids) => dependencies.broadcast('conversationsErased', { ids }),
  })
  const deletions = createDeletions({
    ...{ database, isRunning: replies.isRunning, purgeSoon: purge.soon, log: dependencies.log },
  })
  return {
    reading: {
      searchChats: (query, limit) => search(database, { query, limit }),
      readText: (conversationId, file, earlier) =>
        readText({ database, readFile, documents, conversationId, earlier }, file),
      filesOf: (conversationId, earlier) => chatFiles(database, conversationId, earlier),
      chatText: (conversationId) => chatText(database, conversationId),
      exampleOf: (messageId) => exampleOf(database, messageId),
      refusedChats: () => refusedChats(database),
    },
    handlers: createChatHandlers({
      ...parts,
      replies,
      deletions,
      tokens,
      purgeSoon: purge.soon,
      previewFiles: createFilePreview(parts),
      sentRequest: (input) =>
        readSentRequest({ ...parts, isRunning: replies.isRunning, now: Date.now }, input),
      copiers: [
        ...copiers,
        ...(asking ? [{ copyChat: asking.copyChat, copyMessage: asking.copyPassages }] : []),
        {
          copyChat: () => undefined,
          copyMessage: (fromId, toId) => copyGivenTexts(database, fromId, toId),
        },
      ],
    }),
    announce(ids) {
      const changed = ids.flatMap((id) => findConversation(database, id) ?? [])
      if (changed.length > 0) dependencies.broadcast('conversationsChanged', changed)
    },
    shownCalls: createShownCalls(database, replies.isRunning),
    isAnswering: replies.isAnyRunning,
    close() {
      stopBuilding()
      stopRecording()
      deletions.close()
      purge.stop()
      titles.stopAll()
      replies.stopAll()
    },
  }
}
