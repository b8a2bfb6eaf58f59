import { expect, onTestFinished, test } from 'vitest'
import {
  currentIdAtom,
  putConversation,
} from '../../../../src/renderer/chat/conversation/conversations.ts'
import {
  currentModelAtom,
  newChatModelAtom,
} from '../../../../src/renderer/chat/conversation/currentModel.ts'
import { store } from '../../../../src/renderer/core/store.ts'
import { createConversation } from './fakeMain.ts'

test('the composer hears of its model only when that becomes another one', () => {
  // Tests that ran before in this worker may have left a chat with the same model open.
  store.set(currentIdAtom, null)
  store.set(newChatModelAtom, { providerId: 'p', modelId: 'before' })
  onTestFinished(() => {
    store.set(currentIdAtom, null)
    store.set(newChatModelAtom, null)
  })
  const conversation = createConversation()
  let changes = 0
  const stop = store.sub(currentModelAtom, () => (changes += 1))
  store.set(currentIdAtom, conversation.id)
  putConversation(conversation)
  expect(changes).toBe(1)
  putConversation({ ...conversation, model: { providerId: 'p', modelId: 'm' }, usedAt: 2 })
  putConversation(createConversation({ model: { providerId: 'p', modelId: 'other' }, usedAt: 3 }))
  expect(changes).toBe(1)
  putConversation({ ...conversation, model: { providerId: 'p', modelId: 'other' }, usedAt: 4 })
  expect(changes).toBe(2)
  expect(store.get(currentModelAtom)).toEqual({ providerId: 'p', modelId: 'other' })
  stop()
})
