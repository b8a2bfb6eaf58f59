import { expect, test } from 'vitest'
import {
  currentIdAtom,
  putConversation,
} from '../../../../src/renderer/chat/conversation/conversations.ts'
import { currentModelAtom } from '../../../../src/renderer/chat/conversation/currentModel.ts'
import { store } from '../../../../src/renderer/core/store.ts'
import { createConversation } from './fakeMain.ts'

test('the composer hears of its model only when that becomes another one', () => {
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
