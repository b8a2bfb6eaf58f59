import { expect, onTestFinished, test, vi } from 'vitest'
import type { PromptFields } from '../../../src/shared/prompts.ts'

const fields: PromptFields = { name: 'Name', command: '', text: 'Text' }

/** A page's storage, which may be full. Its keys are its own properties, as in a browser. */
class PageStorage {
  static isFull = false

  getItem(key: string): string | null {
    const value: unknown = Object.getOwnPropertyDescriptor(this, key)?.value
    return typeof value === 'string' ? value : null
  }

  setItem(key: string, value: string): void {
    if (PageStorage.isFull) throw new DOMException('It is full', 'QuotaExceededError')
    Object.defineProperty(this, key, { value, enumerable: true, configurable: true })
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

/** Opens the page anew: only its storage is left of the one before. */
async function openPage(storage: PageStorage) {
  vi.resetModules()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', storage)
  onTestFinished(() => void vi.unstubAllGlobals())
  const drafts = await import('../../../src/renderer/prompts/editorDrafts.ts')
  return { ...drafts, leave: () => page.dispatchEvent(new Event('pagehide')) }
}

test('what is typed outlives the page, until it is saved', async () => {
  const storage = new PageStorage()
  const first = await openPage(storage)
  first.keepEditorDraft('one', fields)
  first.keepEditorDraft(null, { ...fields, name: 'New' })
  first.leave()

  const second = await openPage(storage)
  expect(second.readEditorDraft('one')).toEqual(fields)
  expect(second.readEditorDraft(null)?.name).toBe('New')
  second.dropEditorDraft('one')
  expect(second.readEditorDraft('one')).toBeUndefined()
  expect((await openPage(storage)).readEditorDraft('one')).toBeUndefined()
})

test('a full storage loses nothing while the page is there', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  PageStorage.isFull = true
  onTestFinished(() => {
    PageStorage.isFull = false
    warned.mockRestore()
  })
  const { keepEditorDraft, readEditorDraft, leave } = await openPage(new PageStorage())
  keepEditorDraft('one', fields)
  leave()
  expect(warned).toHaveBeenCalled()
  expect(readEditorDraft('one')).toEqual(fields)
})

test('an erased prompt leaves no text behind, a new one stays', async () => {
  const storage = new PageStorage()
  storage.setItem('other', 'Other')
  const { keepEditorDraft, readEditorDraft, dropOrphanDrafts, leave } = await openPage(storage)
  for (const id of ['one', 'two', null]) keepEditorDraft(id, fields)
  leave()
  dropOrphanDrafts(new Set(['one']))
  expect(['one', 'two', null].map((id) => readEditorDraft(id) !== undefined)).toEqual([
    true,
    false,
    true,
  ])
  expect(storage.getItem('other')).toBe('Other')
})
