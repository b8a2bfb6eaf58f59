import { expect, onTestFinished, test } from 'vitest'
import { createHistory } from '../../../src/main/app/history.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { openPrompts } from '../../../src/main/prompts/openPrompts.ts'
import { maxPrompts, maxPromptTextLength, maxPromptVersions } from '../../../src/shared/limits.ts'
import type { PromptFields } from '../../../src/shared/prompts.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const fileWorker = new URL('../../../src/main/prompts/files/promptFileWorker.ts', import.meta.url)
const caller = { windowId: 1 }
const greeting: PromptFields = { name: 'Greeting', command: 'hi', text: 'Greet {{name}}' }

interface System {
  copied?: string
  /** The user's answers in main's dialog, in order. */
  answers?: boolean[]
}

/** Opens the feature on a folder, as a start does. */
function open(folder = temporaryFolder(), { copied = '', answers = [] }: System = {}) {
  const log = (): void => undefined
  const rebuild = () => Promise.reject(new Error('Nothing is damaged here'))
  const history = createHistory({ folder, migrations, log, rebuild })
  const told: [string, unknown][] = []
  const asked: string[] = []
  const context = {
    ...{ log, history },
    createBroadcast: () => (name: PropertyKey, payload: unknown) =>
      void told.push([String(name), payload]),
  }
  const feature = openPrompts(context, {
    fileWorker,
    consent: async ({ kind }) => {
      asked.push(kind)
      return answers.shift() ?? false
    },
    readClipboard: async () => copied,
  })
  history.open()
  onTestFinished(() => history.close())
  const handlers = feature.handlers()
  if (!handlers) throw new Error('The history is closed')
  const save = async (id: string | null, fields: PromptFields) =>
    handlers.save({ id, fields }, caller)
  const read = async (id: string) => handlers.read({ id }, caller)
  return { folder, handlers, told, asked, save, read, close: history.close }
}

test('each saved change keeps the earlier version, which can be read and restored', async () => {
  const { handlers, save, read, told } = open()
  const { id } = await save(null, greeting)
  const changed = { ...greeting, name: 'Hello', text: 'Hello {{name}}' }
  expect(await save(id, changed)).toMatchObject({ id, name: 'Hello', versionCount: 2 })
  // Nothing has changed, so there is nothing to keep.
  expect(await save(id, changed)).toMatchObject({ versionCount: 2 })
  const versions = await handlers.versions({ id }, caller)
  expect(versions.map(({ number, name }) => [number, name])).toEqual([
    [2, 'Hello'],
    [1, 'Greeting'],
  ])
  const first = await handlers.version({ id, number: 1 }, caller)
  expect(first).toEqual(greeting)
  expect(await save(id, first)).toMatchObject({ name: 'Greeting', versionCount: 3 })
  expect(await read(id)).toEqual(greeting)
  expect(told.map(([name]) => name)).toEqual(['changed', 'changed', 'changed', 'changed'])
  const missing = async () => handlers.version({ id, number: 9 }, caller)
  await expect(missing()).rejects.toMatchObject({ code: 'promptMissing' })
})

test('lists never show half of a character', async () => {
  const { save } = open()
  const { beginning } = await save(null, { ...greeting, text: `${'x'.repeat(299)}😀` })
  expect([beginning.length, beginning.isWellFormed()]).toEqual([300, true])
})

test('the oldest version goes when there are too many', async () => {
  const { handlers, save } = open()
  const { id } = await save(null, greeting)
  for (let at = 1; at <= maxPromptVersions; at += 1) {
    await save(id, { ...greeting, text: `Text ${String(at)}` })
  }
  const versions = await handlers.versions({ id }, caller)
  expect(versions).toHaveLength(maxPromptVersions)
  expect(versions.at(-1)?.number).toBe(2)
})

test('a deletion is undone with all versions, until the next start', async () => {
  const first = open()
  const { id } = await first.save(null, greeting)
  const kept = await first.save(null, { ...greeting, name: 'Kept' })
  await first.save(id, { ...greeting, text: 'Other' })
  await first.handlers.remove({ id }, caller)
  expect(await first.handlers.list({}, caller)).toEqual([kept])
  await expect(first.read(id)).rejects.toMatchObject({ code: 'promptMissing' })
  expect(await first.handlers.restore({ id }, caller)).toMatchObject({ id, versionCount: 2 })
  // It is back where it was.
  expect((await first.handlers.list({}, caller)).map((one) => one.id)).toEqual([id, kept.id])
  await first.handlers.remove({ id }, caller)
  first.close()

  const second = open(first.folder)
  expect(await second.handlers.list({}, caller)).toEqual([kept])
  const restoring = async () => second.handlers.restore({ id }, caller)
  await expect(restoring()).rejects.toMatchObject({ code: 'promptMissing' })
})

test('more than the limit are refused, and an import adds all or none', async () => {
  const { handlers, save } = open()
  const { id } = await save(null, greeting)
  const added = Array.from({ length: maxPrompts }, () => greeting)
  const adding = async (fields: PromptFields[]) => handlers.addAll({ added: fields }, caller)
  await expect(adding(added)).rejects.toMatchObject({ code: 'tooManyPrompts' })
  expect(await handlers.list({}, caller)).toHaveLength(1)
  expect(await adding(added.slice(1))).toHaveLength(maxPrompts - 1)
  await expect(save(null, greeting)).rejects.toMatchObject({ code: 'tooManyPrompts' })
  await handlers.remove({ id }, caller)
  await save(null, greeting)
  const restoring = async () => handlers.restore({ id }, caller)
  await expect(restoring()).rejects.toMatchObject({ code: 'tooManyPrompts' })
})

test('an exported file is read again, and what is there already is marked', async () => {
  const first = open()
  await first.save(null, greeting)
  await first.save(null, { name: 'Other', command: '', text: 'Text' })
  const { text, count } = await first.handlers.exportFile({}, caller)
  expect(count).toBe(2)
  const second = open()
  await second.save(null, greeting)
  const file = { name: 'prompts.json', bytes: new TextEncoder().encode(text) }
  const { found, skipped } = await second.handlers.readFile(file, caller)
  expect(found.map(({ fields, isKnown }) => [fields.name, isKnown])).toEqual([
    ['Greeting', true],
    ['Other', false],
  ])
  expect(skipped).toEqual([])
  // Reading adds nothing.
  expect(await second.handlers.list({}, caller)).toHaveLength(1)
})

test('the clipboard is read only for a prompt that asks for it, and after a press in main’s dialog', async () => {
  const copied = 'x'.repeat(maxPromptTextLength + 1)
  const { handlers, save, asked } = open(temporaryFolder(), { copied, answers: [false, true] })
  const plain = await save(null, greeting)
  const { id } = await save(null, { ...greeting, text: 'Sum up: {{clipboard}}' })
  const reading = async (promptId: string) => handlers.clipboardText({ id: promptId }, caller)
  await expect(reading(plain.id)).rejects.toMatchObject({ code: 'promptMissing' })
  expect(asked).toEqual([])
  await expect(reading(id)).rejects.toMatchObject({ code: 'consentRefused' })
  const { text, isCut } = await reading(id)
  expect([text.length, isCut]).toEqual([maxPromptTextLength, true])
  await reading(id)
  expect(asked).toEqual(['clipboard', 'clipboard'])
})
