import { expect, test } from 'vitest'
import { createDrafts } from '../../../../src/renderer/chat/composer/drafts.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import type { Api } from '../../../../src/renderer/core/bridge.ts'
import { forgetDrafts } from '../../../../src/renderer/chat/composer/forgetDrafts.ts'
import type { DraftStorage } from '../../../../src/renderer/chat/composer/drafts.ts'

function createStorage(
  room = Number.POSITIVE_INFINITY,
): DraftStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > room) throw new DOMException('The quota is exceeded', 'QuotaExceededError')
      texts.set(key, text)
    },
    removeItem: (key) => void texts.delete(key),
    key: (index) => [...texts.keys()][index] ?? null,
    get length() {
      return texts.size
    },
  }
}

test('a draft belongs to its chat, and one to a new chat', () => {
  const drafts = createDrafts(createStorage())
  drafts.set('one', 'first')
  drafts.set(null, 'new')
  expect([drafts.get('one'), drafts.get('two'), drafts.get(null)]).toEqual(['first', '', 'new'])
})

test('a draft outlives the page once it is written down', () => {
  const storage = createStorage()
  const drafts = createDrafts(storage)
  drafts.set('one', 'first')
  drafts.flush()
  expect(createDrafts(storage).get('one')).toBe('first')
})

test('the draft of a deleted chat is forgotten, and no other', async () => {
  const storage = createStorage()
  storage.setItem('parley.settings', 'kept')
  const before = createDrafts(storage)
  for (const id of ['there', 'deleted', 'unsure', 'written', null]) before.set(id, 'text')
  before.flush()
  const drafts = createDrafts(storage)
  drafts.set('written', 'text that goes on')
  const get = async ({ id }: { id: string }) => {
    if (id === 'deleted' || id === 'written') throw new AppError('conversationMissing', 'gone')
    if (id === 'unsure') throw new AppError('databaseLocked', 'busy')
    return {}
  }
  await forgetDrafts({ chat: { get } } as unknown as Api, drafts)
  const kept = ['there', 'unsure', 'written', 'new'].map((id) => `parley.draft.${id}`)
  expect([...storage.texts.keys()].toSorted()).toEqual([...kept, 'parley.settings'].toSorted())
  expect(drafts.get('written')).toBe('text that goes on')
})

test('what was sent leaves nothing behind', () => {
  const storage = createStorage()
  const drafts = createDrafts(storage)
  drafts.set('one', 'first')
  drafts.flush()
  drafts.set('one', '')
  drafts.flush()
  expect(storage.texts.size).toBe(0)
})

test('a draft that is too large for the storage lives on in the page', () => {
  const drafts = createDrafts(createStorage(10))
  drafts.set('one', 'a text of more than ten letters')
  drafts.flush()
  expect(drafts.get('one')).toBe('a text of more than ten letters')
})
