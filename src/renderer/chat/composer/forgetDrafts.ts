import { AppError } from '../../../shared/errors.ts'
import type { Api } from '../../core/bridge.ts'
import type { Drafts } from './drafts.ts'

/**
 * Deletes the drafts that conversations have left behind which are deleted. A draft whose chat can't
 * be asked for stays, and so does one that is being written.
 */
export async function forgetDrafts(api: Pick<Api, 'chat'>, drafts: Drafts): Promise<void> {
  for (const id of drafts.conversationIds()) {
    try {
      await api.chat.get({ id })
    } catch (error) {
      if (error instanceof AppError && error.code === 'conversationMissing') drafts.set(id, '')
    }
  }
  drafts.flush()
}
