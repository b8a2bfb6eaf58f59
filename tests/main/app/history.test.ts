import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAttachments } from '../../../src/main/attachments/attachments.ts'
import { createBlobs, type Blobs } from '../../../src/main/storage/blobs.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import type { Attachment } from '../../../src/shared/chat/parts.ts'
import { guideId } from '../../../src/main/providers/guide/guide.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { createTestHistory, type TestHistory } from './openTestHistory.ts'

const caller = { windowId: 1 }
/** The guide writes no titles. */
const guide = { providerId: guideId, modelId: 'guide' }

function openFolder() {
  const folder = temporaryFolder()
  const sweeps: Promise<void>[] = []
  const stored = createBlobs(join(folder, 'files'))
  const blobs: Blobs = {
    ...stored,
    sweep(...given) {
      const sweep = stored.sweep(...given)
      sweeps.push(sweep)
      return sweep
    },
  }
  const attachments = createAttachments(blobs)
  const logged: string[] = []

  function open(): TestHistory {
    const history = createTestHistory(folder, { blobs, log: (message) => logged.push(message) })
    history.open()
    return history
  }

  const store = (text: string): Promise<Attachment> =>
    attachments.store(new TextEncoder().encode(text), `${text}.txt`)

  /** Makes files two days older. */
  function age(...files: Attachment[]): void {
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
    for (const { id } of files) utimesSync(blobs.path(id), twoDaysAgo, twoDaysAgo)
  }

  const swept = async (): Promise<number> => (await Promise.all(sweeps)).length
  const has = (file: Attachment): boolean => existsSync(blobs.path(file.id))
  return { folder, logged, open, store, age, swept, has }
}

/** Destroys everything but the beginning. Returns what the file then holds. */
function damage(folder: string): Buffer {
  const path = historyPath(folder)
  const bytes = readFileSync(path).fill(0xff, 4096)
  writeFileSync(path, bytes)
  return bytes
}

async function sendFile(history: TestHistory, file: Attachment): Promise<string> {
  const place = { conversationId: null, parentId: null }
  const input = { kind: 'send' as const, ...place, text: '', files: [file], model: guide }
  const frames = await history.reply(input)
  const [started] = frames
  if (started?.type !== 'started') throw new Error('The reply has not started')
  expect(frames.at(-1)).toMatchObject({ type: 'finished', message: { status: 'complete' } })
  return started.conversation.id
}

test('a start removes the files that no message refers to, and keeps the others', async () => {
  const { open, store, age, swept, has, logged } = openFolder()
  const first = open()
  const kept = await store('kept')
  await sendFile(first, kept)
  first.close()
  await swept()
  const [forgotten, young] = [await store('forgotten'), await store('young')]
  age(kept, forgotten)
  open()
  expect(await swept()).toBe(2)
  expect([kept, forgotten, young].map(has)).toEqual([true, false, true])
  expect(logged).toEqual([])
})

test('the files of a removed conversation stay as long as it can come back', async () => {
  const { open, store, age, swept, has } = openFolder()
  const history = open()
  const file = await store('mine')
  const id = await sendFile(history, file)
  await history.handlers()?.remove({ id }, caller)
  expect(has(file)).toBe(true)
  history.close()
  await swept()
  age(file)
  const restarted = open()
  await swept()
  expect(has(file)).toBe(true)
  await restarted.handlers()?.erase({ ids: [id] }, caller)
  restarted.close()
  open()
  await swept()
  expect(has(file)).toBe(false)
})

test('a file that was forgotten long ago can still be sent while it is swept', async () => {
  const { open, store, age, swept, has } = openFolder()
  const file = await store('late')
  age(file)
  await sendFile(open(), file)
  await swept()
  expect(has(file)).toBe(true)
})

test('a conversation of a file alone is named after it', async () => {
  const { open, store } = openFolder()
  const history = open()
  const id = await sendFile(history, await store('Report'))
  expect(await history.handlers()?.get({ id }, caller)).toMatchObject({ title: 'Report.txt' })
})

test('a file that is gone is told before anything is written', async () => {
  const { open } = openFolder()
  const history = open()
  const file = { id: 'a'.repeat(64), name: 'gone.txt', mediaType: 'text/plain', sizeBytes: 1 }
  await expect(sendFile(history, file)).rejects.toMatchObject({ code: 'attachmentMissing' })
  expect(await history.handlers()?.list({ before: null, limit: 5 }, caller)).toEqual([])
})

test('after a repair all files stay: the damaged history may refer to them', async () => {
  const { folder, open, store, age, swept, has, logged } = openFolder()
  const first = open()
  const file = await store('mine')
  await sendFile(first, file)
  first.close()
  await swept()
  age(file)
  damage(folder)
  const history = open()
  expect(history.fatal()).toMatchObject({ code: 'databaseDamaged' })
  await history.repair()
  expect(history.fatal()).toBeNull()
  expect(await history.handlers()?.list({ before: null, limit: 5 }, caller)).toEqual([])
  expect(await swept()).toBe(1)
  expect(has(file)).toBe(true)
  expect(logged).not.toContain('Files that nothing refers to were not removed')
})

test('a repair runs in a thread: main goes on, and whoever asks again waits for the same', async () => {
  const { folder, open } = openFolder()
  open().close()
  damage(folder)
  const history = open()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const repairs = [history.repair(), history.repair()]
  expect(history.isRepairing()).toBe(true)
  // The damaged file must not be opened under the repair.
  history.open()
  expect(history.fatal()).toMatchObject({ code: 'databaseDamaged' })
  await Promise.all(repairs)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
  expect(history.isRepairing()).toBe(false)
  expect(history.isOpen()).toBe(true)
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toHaveLength(1)
})

test('a repair of an open history closes it first', async () => {
  const { folder, open } = openFolder()
  const history = open()
  const repaired = history.repair()
  expect(history.isOpen()).toBe(false)
  expect(history.fatal()).toMatchObject({ code: 'databaseDamaged' })
  await repaired
  expect(history.fatal()).toBeNull()
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toHaveLength(1)
})

test('a repair that is stopped leaves the damaged history as it was, and nothing beside it', async () => {
  const { folder, open } = openFolder()
  open().close()
  const bytes = damage(folder)
  const before = readdirSync(folder).toSorted()
  const history = open()
  const repaired = history.repair()
  const stopped = expect(repaired).rejects.toMatchObject({ code: 'aborted' })
  await history.stopRepair()
  await stopped
  expect(history.fatal()).toMatchObject({ code: 'databaseDamaged' })
  expect(readFileSync(historyPath(folder)).equals(bytes)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(before)
})
