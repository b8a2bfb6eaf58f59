import { expect, test } from 'vitest'
import { readStartData } from '../../../src/main/app/startData.ts'
import type { Info } from '../../../src/shared/app.ts'
import type { Folder } from '../../../src/shared/folders.ts'
import { AppError } from '../../../src/shared/errors.ts'

type Handlers = Parameters<typeof readStartData>[0]

const conversation = {
  id: '0198c0de-0000-7000-8000-000000000001',
  title: 'Hills',
  model: null,
  createdAt: 1,
  usedAt: 2,
  awaitsUser: false,
  isArchived: false,
  folderId: null,
  pinKey: null,
}
/** Returns the id of a folder that a letter stands for. */
function idOf(letter: string): string {
  return `0198c0de-0000-7000-8000-00000000000${letter}`
}

const info: Info = {
  version: '0.1.0',
  runtime: 'electron',
  platform: 'linux',
  systemLocale: 'en-US',
  dataFolder: '/data',
  fatal: null,
  isRepairing: false,
  notices: [],
}

/** Returns the parts of main that the page's first calls reach. */
function handlersWith(chat: object, folders?: Folder[]): Handlers {
  const handlers = {
    app: { info: () => info },
    providers: { list: async () => [] },
    ...(folders && { folders: { list: () => folders } }),
    chat,
  }
  return handlers as unknown as Handlers
}

test('the page is given what it would ask for first', async () => {
  const asked: unknown[] = []
  const list = (input: unknown) => {
    asked.push(input)
    return [conversation]
  }
  const data = await readStartData(handlersWith({ list }), 'de-DE')
  expect(data?.conversations).toEqual([conversation])
  expect(data?.providers).toEqual([])
  expect(data?.texts.locale).toBe('de-DE')
  expect(data?.order).toBeNull()
  expect(asked).toContainEqual({ before: null, limit: 60 })
})

test('the chats of open folders come along, as far as the first screen reaches', async () => {
  const folder = (key: string, parent: string | null, isOpen = true): Folder => ({
    ...{ id: idOf(key), parentId: parent && idOf(parent), name: key, key, isOpen },
  })
  const folders = [folder('a', null), folder('b', 'a', false), folder('c', null), folder('d', null)]
  const list = ({ place }: { place?: string }): object[] => {
    const count = place === idOf('a') ? 2 : place === idOf('c') ? 60 : 0
    return Array.from({ length: count }, () => ({ ...conversation, folderId: place }))
  }
  const order = (await readStartData(handlersWith({ list }, folders), 'en-US'))?.order
  expect(order?.folders).toEqual(folders)
  expect(order?.pinned).toEqual([])
  expect(order?.opened.map(({ folderId }) => folderId)).toEqual([idOf('a'), idOf('c')])
})

test('a list that fails, or that the page could not read, leaves the rest', async () => {
  const lists = {
    fails: () => {
      throw new AppError('databaseDamaged', 'torn')
    },
    hasBadRow: () => [{ ...conversation, usedAt: 'yesterday' }],
  }
  for (const list of Object.values(lists)) {
    const data = await readStartData(handlersWith({ list }), 'en-US')
    expect(data?.conversations).toBeNull()
    expect(data?.providers).toEqual([])
    expect(data?.info).toBeDefined()
  }
})
