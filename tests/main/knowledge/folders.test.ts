import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

type Opened = ReturnType<typeof openTestKnowledge>

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 30))
}

async function openFolder(files: Record<string, string>) {
  const root = temporaryFolder()
  const write = (name: string, text: string): void => {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  const opened = openTestKnowledge()
  const baseId = await opened.create()
  const { added } = await opened.handlers.addPaths({ baseId, paths: [root] }, opened.caller)
  await opened.untilDone(baseId)
  return { ...opened, root, write, baseId, added, find: finder(opened, baseId) }
}

function finder({ handlers, caller }: Opened, baseId: string) {
  return async (query: string) => {
    const given = { baseIds: [baseId], query, filter: {}, limit: 10 }
    const { hits } = await handlers.search(given, caller)
    return hits.map(({ sourceName }) => sourceName)
  }
}

test('a folder is read with all that is in it, and what is left out says why', async () => {
  const { list, baseId, added } = await openFolder({
    'a.md': 'The lighthouse keeper.',
    'sub/deep/b.md': 'The ferry leaves at noon.',
    '.hidden.md': 'Secret',
    '.git/config': 'not walked',
    'node_modules/x/readme.md': 'not walked',
    '~$a.docx': 'lock',
    'empty.txt': '',
    'film.mp4': 'moving',
  })
  expect(added).toBe(6)
  const states = (await list(baseId)).map(({ name, status }) => [
    name,
    status.state === 'skipped' ? status.reason : status.state,
  ])
  expect(Object.fromEntries(states)).toEqual({
    'a.md': 'ready',
    'b.md': 'ready',
    '.hidden.md': 'hidden',
    '~$a.docx': 'ignored',
    'empty.txt': 'empty',
    'film.mp4': 'binary',
  })
})

test('new, changed, moved and deleted files are followed', async () => {
  const { list, baseId, find, write, root, untilDone } = await openFolder({
    'a.md': 'The lighthouse keeper.',
    'b.md': 'The ferry leaves at noon.',
  })
  const [a] = await list(baseId)
  write('new/c.md', 'A walrus on the beach.')
  await until(async () => (await find('walrus')).length > 0)
  write('b.md', 'The zeppelin leaves at midnight.')
  await until(async () => (await find('zeppelin')).length > 0)
  expect(await find('ferry')).toEqual([])
  renameSync(join(root, 'a.md'), join(root, 'new', 'moved.md'))
  await until(async () => (await list(baseId)).some(({ name }) => name === 'moved.md'))
  await untilDone(baseId)
  const moved = (await list(baseId)).find(({ name }) => name === 'moved.md')
  expect(moved).toMatchObject({ id: a?.id, status: { state: 'ready' } })
  expect(await find('lighthouse')).toEqual(['moved.md'])
  rmSync(join(root, 'new'), { recursive: true })
  await until(async () => (await find('walrus')).length === 0)
  await until(async () => (await list(baseId)).length === 1)
})

test('a folder that links to itself ends', async () => {
  const { list, baseId, root, write, find } = await openFolder({ 'a.md': 'The lighthouse.' })
  symlinkSync(root, join(root, 'loop'))
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling.md'))
  write('b.md', 'A walrus.')
  await until(async () => (await find('walrus')).length > 0)
  expect((await list(baseId)).map(({ name }) => name)).toEqual(['a.md', 'b.md'])
})

test('links that lead out of a folder are named and not read', async () => {
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'secret.md'), 'The zeppelin.')
  writeFileSync(join(outside, 'other.md'), 'An avalanche.')
  const { list, baseId, root, write, find, untilDone } = await openFolder({
    'a.md': 'The lighthouse.',
  })
  symlinkSync(join(outside, 'secret.md'), join(root, 'file.md'))
  symlinkSync(outside, join(root, 'folder'))
  symlinkSync('file.md', join(root, 'chain.md'))
  symlinkSync(relative(root, join(outside, 'other.md')), join(root, 'relative.md'))
  symlinkSync('a.md', join(root, 'within.md'))
  write('b.md', 'A walrus.')
  await until(async () => (await find('walrus')).length > 0)
  // Words are found before the last of the files is done.
  await untilDone(baseId)
  const states = (await list(baseId)).map(({ name, status }) => [
    name,
    status.state === 'skipped' ? status.reason : status.state,
  ])
  expect(Object.fromEntries(states)).toEqual({
    'a.md': 'ready',
    'b.md': 'ready',
    'chain.md': 'outside',
    'file.md': 'outside',
    folder: 'outside',
    'relative.md': 'outside',
    'within.md': 'duplicate',
  })
  expect(await find('zeppelin')).toEqual([])
  expect(await find('avalanche')).toEqual([])
})

test('a file that was read and becomes a link out of the folder is no longer found', async () => {
  const outside = join(temporaryFolder(), 'secret.md')
  writeFileSync(outside, 'The zeppelin.')
  const { list, baseId, root, find } = await openFolder({ 'a.md': 'The lighthouse.' })
  rmSync(join(root, 'a.md'))
  symlinkSync(outside, join(root, 'a.md'))
  await until(async () => (await find('lighthouse')).length === 0)
  expect(await list(baseId)).toMatchObject([{ status: { state: 'skipped', reason: 'outside' } }])
  expect(await find('zeppelin')).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a name that is no text has its reason, and the rest is read',
  async () => {
    const { root, write, list, baseId, find } = await openFolder({ 'a.md': 'The lighthouse.' })
    const name = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x2e, 0x6d, 0x64])
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), 'In Latin-1')
    write('b.md', 'A walrus.')
    await until(async () => (await find('walrus')).length > 0)
    const states = (await list(baseId)).map(({ status }) => status)
    expect(states).toContainEqual({
      state: 'failed',
      error: expect.objectContaining({ code: 'unreadable' }) as unknown,
    })
  },
)

test('a disk that goes away keeps its sources, and is known again when it is back', async () => {
  const opened = await openFolder({ 'a.md': 'The lighthouse.' })
  const { baseId, root, find, handlers, caller } = opened
  renameSync(root, `${root}-away`)
  const folderOf = async () =>
    (await handlers.bases({}, caller)).find(({ id }) => id === baseId)?.folders[0]
  await handlers.reindex({ baseId, sourceId: null }, caller)
  await until(async () => (await folderOf())?.error?.code === 'folderMissing')
  expect(await find('lighthouse')).toEqual(['a.md'])
  mkdirSync(root)
  await handlers.reindex({ baseId, sourceId: null }, caller)
  expect((await folderOf())?.error?.code).toBe('folderMissing')
  expect(await find('lighthouse')).toEqual(['a.md'])
  rmSync(root, { recursive: true })
  renameSync(`${root}-away`, root)
  await handlers.reindex({ baseId, sourceId: null }, caller)
  await until(async () => (await folderOf())?.error === null)
  expect(await find('lighthouse')).toEqual(['a.md'])
})

test('a file that could not be read is read by itself once it can be, whole as it was', async () => {
  const opened = await openFolder({ 'a.md': 'The lighthouse.' })
  const { baseId, root, handlers, caller, list, knowledge, untilDone } = opened
  const drive = temporaryFolder()
  const paths = [join(drive, 'b.md')]
  writeFileSync(join(drive, 'b.md'), 'The ferry.')
  await handlers.addPaths({ baseId, paths }, caller)
  await untilDone(baseId)
  const states = async () => (await list(baseId)).map(({ status }) => status.state)
  for (const place of [root, drive]) renameSync(place, `${place}-away`)
  for (const { id } of await list(baseId)) {
    await handlers.reindex({ baseId, sourceId: id }, caller)
  }
  await until(async () => (await states()).every((state) => state === 'failed'))
  await untilDone(baseId)
  for (const place of [root, drive]) renameSync(`${place}-away`, place)
  // It looks now and then; the start of Parley looks at once.
  knowledge.begin()
  await expect.poll(states).toEqual(['ready', 'ready'])
})

test('what changed while Parley was closed is found at its next start', async () => {
  const { root, write, baseId, folder, close } = await openFolder({
    'a.md': 'The lighthouse.',
    'b.md': 'The ferry.',
  })
  await close()
  rmSync(join(root, 'a.md'))
  write('c.md', 'A walrus.')
  const again = openTestKnowledge({}, folder)
  again.knowledge.begin()
  const find = finder(again, baseId)
  await until(async () => (await find('walrus')).length > 0)
  await until(async () => (await find('lighthouse')).length === 0)
  expect(await find('ferry')).toEqual(['b.md'])
})

test('a folder that is removed is followed no more', async () => {
  const { handlers, caller, baseId, list, write, find, untilDone } = await openFolder({
    'a.md': 'The lighthouse.',
  })
  const [base] = await handlers.bases({}, caller)
  await handlers.removeFolder({ baseId, folderId: base?.folders[0]?.id ?? '' }, caller)
  expect(await list(baseId)).toEqual([])
  expect(await find('lighthouse')).toEqual([])
  write('b.md', 'A walrus.')
  await handlers.reindex({ baseId, sourceId: null }, caller)
  await untilDone(baseId)
  expect(await list(baseId)).toEqual([])
})
