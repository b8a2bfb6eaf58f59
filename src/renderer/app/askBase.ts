import { api } from '../core/bridge.ts'
import { placeAtom, store } from '../core/store.ts'
import { newChat } from '../chat/actions.ts'
import { chatBasesRevisionAtom } from '../knowledge/chat/chatBasesRevision.ts'

/** Opens a new chat in which this base alone is asked. */
export async function askBase(baseId: string): Promise<void> {
  const conversationId = null
  const { mode } = await api.knowledge.chat({ conversationId })
  await api.knowledge.setChat({ conversationId, baseIds: [baseId], mode })
  store.set(chatBasesRevisionAtom, (revision) => revision + 1)
  store.set(placeAtom, 'chats')
  newChat()
}
