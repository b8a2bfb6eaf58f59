import { expect, onTestFinished, test } from 'vitest'
import { publicHosts } from '../../../src/main/network/hostRule.ts'
import { startFakeServer } from '../../fakes/fakeServer.ts'
import type { ConsentQuestion } from '../../../src/main/consent.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

const anywhere = { ...publicHosts, allowsAddress: () => true }

async function startPages(pages: Record<string, string | undefined>) {
  let isBusy = true
  const server = await startFakeServer(({ path }, response) => {
    if (isBusy) {
      // Only for a moment: the page is asked for again.
      isBusy = false
      response.writeHead(503, { 'retry-after': '0' }).end()
      return
    }
    const html = pages[path]
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html)
  })
  onTestFinished(() => server.close())
  return server
}

test('a page of the web is read, named by its title, and read again when asked', async () => {
  const pages = {
    '/ferry': '<title>The ferry</title><main><h1>Times</h1><p>It leaves at noon.</p></main>',
  }
  const { origin } = await startPages(pages)
  const opened = openTestKnowledge({ pages: anywhere })
  const { create, handlers, caller, untilDone, list } = opened
  const baseId = await create()
  const added = await handlers.addPage({ baseId, url: `${origin}/ferry#times` }, caller)
  expect(added).toMatchObject({ kind: 'page', location: `${origin}/ferry` })
  await untilDone(baseId)
  expect(await list(baseId)).toMatchObject([{ name: 'The ferry', status: { state: 'ready' } }])
  pages['/ferry'] = '<title>The ferry</title><main><p>It leaves at midnight.</p></main>'
  await handlers.reindex({ baseId, sourceId: null }, caller)
  await untilDone(baseId)
  const query = { baseIds: [baseId], query: 'midnight', filter: {}, limit: 5 }
  const { hits } = await handlers.search(query, caller)
  expect(hits).toMatchObject([{ sourceName: 'The ferry', sourceKind: 'page' }])
})

test('a page that is gone fails with its reason, and one of this network is asked about', async () => {
  const { origin } = await startPages({ '/ferry': '<main><p>It leaves at noon.</p></main>' })
  const { create, handlers, caller, untilDone, list } = openTestKnowledge({ pages: anywhere })
  const baseId = await create()
  await handlers.addPage({ baseId, url: `${origin}/nothing` }, caller)
  await untilDone(baseId)
  expect((await list(baseId))[0]?.status).toMatchObject({
    state: 'failed',
    error: { code: 'sourceMissing' },
  })
  let isAllowed = false
  const asked: ConsentQuestion[] = []
  const consent = (question: ConsentQuestion) => {
    asked.push(question)
    return Promise.resolve(isAllowed)
  }
  const strict = openTestKnowledge({ consent })
  const other = await strict.create()
  const local = [origin, 'http://192.168.1.1/', 'http://[::1]/', 'http://localhost/']
  for (const url of local) {
    const adding = strict.handlers.addPage({ baseId: other, url }, caller)
    await expect(adding).rejects.toMatchObject({ code: 'consentRefused' })
  }
  expect(asked.map(({ kind, name }) => [kind, name])).toEqual(
    local.map((url) => ['page', new URL(url).host]),
  )
  isAllowed = true
  // Address at which clouds hand out credentials.
  const metadata = { baseId: other, url: 'http://169.254.169.254/' }
  await expect(strict.handlers.addPage(metadata, caller)).rejects.toMatchObject({
    code: 'pageRefused',
  })
  await strict.handlers.addPage({ baseId: other, url: `${origin}/ferry` }, caller)
  await strict.untilDone(other)
  expect((await strict.list(other)).map(({ status }) => status.state)).toEqual(['ready'])
  // Read again, it is not asked about.
  await strict.handlers.reindex({ baseId: other, sourceId: null }, caller)
  await strict.untilDone(other)
  expect((await strict.list(other)).map(({ status }) => status.state)).toEqual(['ready'])
  expect(asked).toHaveLength(local.length + 1)
  for (const url of ['ftp://example.org/', 'https://me:secret@example.org/', '   ']) {
    const adding = strict.handlers.addPage({ baseId: other, url }, caller)
    await expect(adding).rejects.toMatchObject({ code: 'addressInvalid' })
  }
})

test('a page whose name leads into this network is asked about, and read by that name', async () => {
  const { origin } = await startPages({ '/ferry': '<main><p>It leaves at noon.</p></main>' })
  const leads: Record<string, string[]> = {
    'wiki.example.com': ['127.0.0.1'],
    'news.example.com': ['127.0.0.1'],
    'cloud.example.com': ['169.254.169.254'],
  }
  // Public when it is judged, and here when it is fetched.
  const wasPublic = new Set(['news.example.com'])
  const asked: string[] = []
  let isAllowed = false
  const { create, handlers, caller, untilDone, list } = openTestKnowledge({
    resolve: (name) => {
      const found = wasPublic.delete(name) ? ['93.184.216.34'] : leads[name]
      if (!found) return Promise.reject(new Error('ENOTFOUND'))
      return Promise.resolve(found.map((address) => ({ address, family: 4 })))
    },
    consent: ({ name }) => {
      asked.push(name)
      return Promise.resolve(isAllowed)
    },
  })
  const baseId = await create()
  const { port } = new URL(origin)
  const add = (name: string) =>
    handlers.addPage({ baseId, url: `http://${name}:${port}/ferry` }, caller)
  await expect(add('wiki.example.com')).rejects.toMatchObject({ code: 'consentRefused' })
  await expect(add('cloud.example.com')).rejects.toMatchObject({ code: 'pageRefused' })
  expect(asked).toEqual([`wiki.example.com:${port} (127.0.0.1)`])
  isAllowed = true
  await add('wiki.example.com.')
  await untilDone(baseId)
  expect((await list(baseId)).map(({ status }) => status.state)).toEqual(['ready'])
  expect(asked).toHaveLength(2)
  // Allowed, it leads nowhere but to machines that may be read.
  leads['wiki.example.com'] = ['169.254.169.254']
  await handlers.reindex({ baseId, sourceId: null }, caller)
  await untilDone(baseId)
  const refused = { state: 'failed', error: { code: 'pageRefused' } }
  expect((await list(baseId))[0]?.status).toMatchObject(refused)
  await add('news.example.com')
  await untilDone(baseId)
  const news = (await list(baseId)).find(({ name }) => name.startsWith('news'))
  expect(news?.status).toMatchObject(refused)
  expect(asked).toHaveLength(2)
})

test('a chat is a document, and its new messages are read when asked', async () => {
  const id = '0190f5a0-0000-7000-8000-000000000001'
  let text = '# Boats\n\n## › When?\n\nThe ferry leaves at noon.'
  const readChat = (conversationId: string) =>
    conversationId === id ? { title: 'Boats', text, changedAt: 1000 } : undefined
  const { create, handlers, caller, untilDone, list } = openTestKnowledge({ readChat })
  const baseId = await create()
  const gone = '0190f5a0-0000-7000-8000-000000000002'
  const given = { baseId, conversationIds: [id, gone] }
  expect(await handlers.addChats(given, caller)).toEqual({ added: 1 })
  await untilDone(baseId)
  expect(await list(baseId)).toMatchObject([{ name: 'Boats', kind: 'chat', location: id }])
  text += '\n\nAnd the zeppelin at midnight.'
  await handlers.reindex({ baseId, sourceId: null }, caller)
  await untilDone(baseId)
  const query = { baseIds: [baseId], query: 'zeppelin', filter: {}, limit: 5 }
  expect((await handlers.search(query, caller)).hits).toHaveLength(1)
})

test('copies of uploads are kept, and go with their source', async () => {
  const bytes = new TextEncoder().encode('The ferry leaves at noon.')
  const attachments = { read: () => Promise.resolve(bytes) }
  const { create, handlers, caller, untilDone, list } = openTestKnowledge({ attachments })
  const baseId = await create()
  const file = { id: 'a'.repeat(64), name: 'ferry.txt', mediaType: 'text/plain', sizeBytes: 25 }
  expect(await handlers.addUploads({ baseId, files: [file, file] }, caller)).toEqual({ added: 1 })
  await untilDone(baseId)
  const [source] = await list(baseId)
  expect(source).toMatchObject({ kind: 'upload', status: { state: 'ready' } })
  const sourceId = source?.id ?? ''
  await handlers.reindex({ baseId, sourceId }, caller)
  await untilDone(baseId)
  expect((await list(baseId))[0]?.status).toEqual({ state: 'ready', passages: 1 })
  await handlers.removeSources({ baseId, sourceIds: [sourceId] }, caller)
  expect(await list(baseId)).toEqual([])
})

test('a base at a service that is not there is not created', async () => {
  const { handlers, caller } = openTestKnowledge()
  const base = { name: 'Far away', store: 'openai', providerId: null, embedder: null } as const
  await expect(handlers.create(base, caller)).rejects.toMatchObject({ code: 'badInput' })
  const gone = { ...base, providerId: 'gone' }
  await expect(handlers.create(gone, caller)).rejects.toMatchObject({ code: 'providerMissing' })
  expect(await handlers.bases({}, caller)).toEqual([])
})
