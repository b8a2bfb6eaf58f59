import { expect, test } from 'vitest'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openPreviews } from '../../../src/main/previews/openPreviews.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

function open(folder = temporaryFolder()) {
  const asked: unknown[] = []
  const opened: string[] = []
  const answer = { allows: true }
  const told: unknown[] = []
  const createBroadcast: Parameters<typeof openPreviews>[0]['createBroadcast'] =
    () => (name, payload) =>
      void told.push([name, payload])
  const runtime = { inPage: (address: string) => address } as Parameters<
    typeof openPreviews
  >[0]['runtime']
  const previews = openPreviews(
    { runtime, createBroadcast, folder, log: () => undefined },
    {
      appOrigin: 'app://parley',
      consent: (question) => {
        asked.push(question)
        return Promise.resolve(answer.allows)
      },
      openPath: (path) => {
        opened.push(path)
        return Promise.resolve('')
      },
    },
  )
  const { open: keep, close, openInBrowser } = previews.handlers()!
  const caller = {} as Parameters<typeof keep>[1]
  return {
    previews,
    ...{ told, asked, opened, answer },
    browse: async (text: string) => openInBrowser({ kind: 'svg', text }, caller),
    keep: async (text: string, kind: 'html' | 'svg' = 'html') => keep({ kind, text }, caller),
    close: async (previewId: string) => close({ previewId }, caller),
    get: (url: string) => previews.serve(new Request(url)),
    post: (url: string, body: string) => previews.serve(new Request(url, { method: 'POST', body })),
  }
}

test('a document is served once, at an address of its own, and its frame loads once', async () => {
  const { previews, keep, get } = open()
  const [first, second] = [await keep('<p>one'), await keep('<p>two')]
  expect(first.address).not.toBe(second.address)
  expect(previews.admits(first.address)).toBe(true)
  expect(previews.admits(first.address)).toBe(false)
  expect(previews.admits('preview://0/')).toBe(false)
  expect((await get(`${first.address}other`)).status).toBe(404)
  const answer = await get(first.address)
  expect(await answer.text()).toBe('<p>one')
  expect((await get(first.address)).status).toBe(404)
  expect(previews.admits(first.address)).toBe(false)
})

test('the policy names no address but the one for problems, gives no origin, and stands on refusals as well', async () => {
  const { keep, get } = open()
  const { address } = await keep('<p>one')
  for (const url of [address, address]) {
    const policy = (await get(url)).headers.get('content-security-policy') ?? ''
    const parts = Object.fromEntries(
      policy.split('; ').map((part) => part.split(/ (.*)/).slice(0, 2) as [string, string]),
    )
    const { 'frame-ancestors': ancestors, 'connect-src': connects, sandbox, ...sources } = parts
    expect(connects).toBe(`${address}~problems`)
    expect(ancestors).toBe('app://parley')
    expect(sandbox).toBe('allow-scripts allow-forms')
    expect(sources['default-src']).toBe("'none'")
    for (const allowed of Object.values(sources)) {
      expect(allowed).toMatch(/^(?:'none'|'unsafe-inline'|data:(?: blob:)?)$/)
    }
  }
})

test('a closed or forgotten document is served to nobody', async () => {
  const { previews, keep, close, get } = open()
  const closed = await keep('<p>closed')
  await close(closed.previewId)
  expect(previews.admits(closed.address)).toBe(false)
  expect((await get(closed.address)).status).toBe(404)
  const oldest = await keep('<p>oldest')
  for (let count = 0; count < 10; count += 1) await keep('<p>newer')
  expect((await get(oldest.address)).status).toBe(404)
})

test('a drawing is served within a document', async () => {
  const { keep, get } = open()
  const answer = await get((await keep('<svg></svg>', 'svg')).address)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toMatch(/^<!doctype html>.*<svg><\/svg>$/)
})

test('problems of a document are told, bounded in number and length, and a flood ends it', async () => {
  const { keep, close, post, told } = open()
  const { previewId, address } = await keep('<p>one')
  const problems = `${address}~problems`
  const sent = { kind: 'host', name: 'cdn.example' }
  await post(problems, JSON.stringify(sent))
  expect(told).toEqual([['failed', { previewId, problem: sent }]])
  for (const wrong of [
    'no json',
    '{"kind":"other"}',
    JSON.stringify({ kind: 'host', name: 'x'.repeat(301) }),
    JSON.stringify({ kind: 'script', text: 'x', line: 0 }),
    JSON.stringify({ ...sent, filler: 'x'.repeat(5000) }),
  ]) {
    expect((await post(problems, wrong)).status).toBe(204)
  }
  expect((await post(`${address}other`, JSON.stringify(sent))).status).toBe(404)
  expect(told).toHaveLength(1)
  for (let count = 0; count < 194; count += 1) await post(problems, JSON.stringify(sent))
  expect(told).toHaveLength(20)
  await post(problems, JSON.stringify(sent))
  expect(told.at(-1)).toEqual(['flooded', { previewId }])
  expect((await post(problems, JSON.stringify(sent))).status).toBe(404)
  expect(told).toHaveLength(21)
  const closed = await keep('<p>two')
  await close(closed.previewId)
  expect((await post(`${closed.address}~problems`, JSON.stringify(sent))).status).toBe(404)
})

test('the browser gets a file after a question, which only its owner reads until the next start', async () => {
  const folder = temporaryFolder()
  const { browse, asked, opened, answer } = open(folder)
  answer.allows = false
  await expect(browse('<svg>ä</svg>')).rejects.toMatchObject({ code: 'consentRefused' })
  expect(opened).toEqual([])
  answer.allows = true
  await browse('<svg>ä</svg>')
  const question = { kind: 'preview', facts: [{ key: 'consentScriptNetwork', value: '' }] }
  expect(asked).toMatchObject([question, question])
  const [path = ''] = opened
  expect(readFileSync(path, 'utf8')).toMatch(/^\ufeff<!doctype html>.*<svg>ä<\/svg>$/)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  const next = open(folder)
  await next.browse('<svg></svg>')
  expect(readdirSync(join(folder, 'opened-previews'))).toHaveLength(1)
  expect(next.opened).not.toContain(path)
})
