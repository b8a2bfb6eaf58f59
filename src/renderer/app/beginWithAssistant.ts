import type { Assistant } from '../../shared/assistantProfiles.ts'
import { chooseAssistant } from '../assistantProfiles/chatSetups.ts'
import { chooseModel, newChat } from '../chat/actions.ts'
import { placeAtom, store } from '../core/store.ts'

/** Opens a new chat with an assistant, and with its model if it has one. */
export async function beginWithAssistant({ id, model }: Assistant): Promise<void> {
  await chooseAssistant(null, id)
  store.set(placeAtom, 'chats')
  newChat()
  if (model) await chooseModel(model)
}
