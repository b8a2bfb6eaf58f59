import type { chat, Conversation } from '../../shared/chat/chat.ts'
import type { TreePlace } from '../../shared/chat/tree.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { Database } from '../storage/connection.ts'
import { goOnWithColumn } from './history/answerColumns.ts'
import { appendSpoken } from './history/appendSpoken.ts'
import type { AskConsent } from '../consent.ts'
import { branchChat, type ChatCopier } from './history/branchChat.ts'
import { hasBranches, mapBranches } from './history/branchMap.ts'
import type { Deletions } from './history/deleteMessages.ts'
import { confirmGrants } from './tools/confirmGrants.ts'
import { showVersion } from './history/showVersion.ts'
import { listArchived, listConversations } from './history/chatLists.ts'
import {
  archiveConversation,
  getConversation,
  renameConversation,
  setConversationModel,
} from './history/conversations.ts'
import { findInChat } from './search/findInChat.ts'
import { getMessage, listMessages } from './history/messages.ts'
import { outlineMessages } from './history/outlineMessages.ts'
import { dequeue, enqueue, listQueued } from './history/queue.ts'
import type { Enqueue } from './history/queue.ts'
import type { PreviewFiles } from './turns/previewFiles.ts'
import type { Replies } from './reply/reply.ts'
import {
  emptyTrash,
  listTrash,
  removeConversation,
  restoreConversation,
  trashTime,
} from './history/trash.ts'
import {
  listSavedSearches,
  listSearchModels,
  removeSearch,
  saveSearch,
} from './search/savedSearches.ts'
import { search } from './search/search.ts'
import type { TokenCounter } from './turns/tokenCount.ts'

export interface ChatDependencies extends Pick<Enqueue, 'assertStored'> {
  database: Database
  replies: Replies
  deletions: Deletions
  tokens: TokenCounter
  previewFiles: PreviewFiles
  sentRequest: FeatureHandlers<typeof chat>['sentRequest']
  broadcast: Broadcast<typeof chat>
  /** Copy what other features store about a chat. */
  copiers: readonly ChatCopier[]
  /** Asks the user in main's own dialog. */
  consent: AskConsent
  /** Deletes soon what was deleted for good. */
  purgeSoon: () => void
  now?: () => number
}

export function createChatHandlers(dependencies: ChatDependencies): FeatureHandlers<typeof chat> {
  const {
    database,
    replies,
    deletions,
    tokens,
    previewFiles,
    sentRequest,
    broadcast,
    copiers,
    consent,
    purgeSoon,
    assertStored,
    now = Date.now,
  } = dependencies

  function announce(changed: Conversation): Conversation {
    broadcast('conversationChanged', changed)
    return changed
  }

  function announceTree<Place extends TreePlace>(place: Place): Place {
    const { conversationId, parentId } = place
    announce(getConversation(database, conversationId))
    broadcast('treeChanged', { conversationId, parentId })
    return place
  }

  function announceQueue(conversationId: string): void {
    broadcast('queueChanged', { conversationId, queued: listQueued(database, conversationId) })
  }

  return {
    list: (input) => listConversations(database, input),
    get: ({ id }) => getConversation(database, id),
    rename: ({ id, title }) => announce(renameConversation(database, id, title)),
    setModel: ({ id, model }) => announce(setConversationModel(database, id, model)),
    archive: ({ id, isArchived }) =>
      announce(archiveConversation(database, id, isArchived ? now() : null)),
    archived: (input) => listArchived(database, input),
    remove({ id }) {
      replies.stopConversation(id)
      removeConversation(database, id, trashTime(database, now()))
      broadcast('conversationRemoved', { id })
      return {}
    },
    restore: ({ id }) => announce(restoreConversation(database, id)),
    trash: (input) => listTrash(database, input),
    erase({ ids }) {
      broadcast('conversationsErased', { ids: emptyTrash(database, ids) })
      purgeSoon()
      return {}
    },
    search: (input) => search(database, input),
    searchModels: () => listSearchModels(database),
    savedSearches: () => listSavedSearches(database),
    saveSearch: (input) => saveSearch(database, input),
    removeSearch: ({ id }) => removeSearch(database, id),
    find: (input) => findInChat(database, input),
    messages: (input) => listMessages(database, input, replies.isRunning),
    message({ messageId }) {
      const message = getMessage(database, messageId, replies.isRunning)
      getConversation(database, message.conversationId)
      return message
    },
    outline: (input) => outlineMessages(database, input),
    contextTokens: (branch) => tokens.estimate(branch),
    sentRequest,
    previewFiles,
    countTokens: (draft, { windowId }) => tokens.count(draft, windowId),
    showVersion({ messageId }) {
      announce(getConversation(database, showVersion(database, messageId)))
      return {}
    },
    goOnWith({ messageId }) {
      announce(goOnWithColumn(database, replies, messageId))
      return {}
    },
    hasBranches: ({ conversationId }) => ({ has: hasBranches(database, conversationId) }),
    branchMap: ({ conversationId }) => mapBranches(database, conversationId),
    measureDeletion: ({ messageId }) => deletions.measure(messageId),
    deleteMessages: (input) => announceTree(deletions.delete(input)),
    undoDeletion: ({ deletionId }) => announceTree(deletions.undo(deletionId)),
    branch: async (input) => announce(await branchChat({ database, copiers, now }, input)),
    async *reply(input, signal) {
      await confirmGrants(input, consent, database, replies.isRunning)
      yield* replies.reply(input, signal)
    },
    stop({ messageId }) {
      replies.stop(messageId)
      return {}
    },
    queued: ({ conversationId }) => listQueued(database, conversationId),
    enqueue(input) {
      const queued = enqueue({ database, now, assertStored }, input)
      announceQueue(queued.conversationId)
      return queued
    },
    dequeue({ id }) {
      announceQueue(dequeue(database, id).conversationId)
      return {}
    },
    appendSpoken(input) {
      const said = appendSpoken({ database, isRunning: replies.isRunning, now }, input)
      announce(said.conversation)
      return said
    },
  }
}
