import { chat as chatFeature } from '../../shared/chat/chat.ts'
import { AppError } from '../../shared/errors.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { ShownCalls } from '../plugins/frames/shownCalls.ts'
import { guideId } from '../providers/guide/guide.ts'
import { patient } from '../storage/waitForLock.ts'
import type { Tool as ProviderTool } from '../providers/reply.ts'
import type { ModelReference } from '../../shared/models.ts'
import { offerFor } from './tools/offerFor.ts'
import { createChatInHistory } from './chatInHistory.ts'
import type { ChatInHistory, ChatOptions } from './chatInHistory.ts'
import { recoverInterrupted } from './history/recovery.ts'
import { eraseRemoved } from './history/trash.ts'
import { usedFiles } from './history/usedFiles.ts'

export interface OpenChat extends OpenFeature<typeof chatFeature> {
  /** Returns the calls that plugins' pages show; undefined while the history is closed. */
  shownCalls: () => ShownCalls | undefined
  /** Tells the windows that conversations have changed, in one step. */
  announce: (ids: readonly string[]) => void
  /** Tells whether an answer is being written. */
  isAnswering: () => boolean
  /** Returns the tools for a realtime session in a chat; null for the next new one. */
  spokenTools: (
    conversationId: string | null,
    model: ModelReference,
    signal: AbortSignal,
  ) => Promise<ProviderTool[]>
  /** Returns what Parley's own tools read of the chats. Errors: databaseLocked. */
  reading: () => ChatInHistory['reading']
}

/** Opens the chats, whose data is all in the history. */
export function openChat(context: FeatureContext, options: ChatOptions): OpenChat {
  const { history, log } = context
  const broadcast = context.createBroadcast('chat', chatFeature)
  const writesTitles = (providerId: string): boolean => providerId !== guideId
  const current = history.add({
    markedTables: ['conversation', 'message'],
    recover(database) {
      recoverInterrupted(database)
      eraseRemoved(database)
    },
    usedFiles,
    open(database) {
      const opened = createChatInHistory(database, { ...options, broadcast, writesTitles, log })
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  return {
    handlers: () => current()?.handlers,
    shownCalls: () => current()?.shownCalls,
    announce: (ids) => current()?.announce(ids),
    isAnswering: () => current()?.isAnswering() ?? false,
    async spokenTools(conversationId, model, signal) {
      const { sent } = await offerFor(
        { conversationId, model, acceptsTools: true },
        signal,
        options,
      )
      return sent.map(({ name, description, parameters }) => ({ name, description, parameters }))
    },
    reading() {
      const opened = current()
      if (!opened) throw new AppError('databaseLocked', 'The history is not open')
      return opened.reading
    },
  }
}
