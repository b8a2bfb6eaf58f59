import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createHistory } from '../../../src/main/app/history.ts'
import { pageOrigin } from '../../../src/main/app/window/pageAddress.ts'
import { createPageProtocol } from '../../../src/main/app/window/pageProtocol.ts'
import { openAttachments } from '../../../src/main/attachments/openAttachments.ts'
import { pictureBomb } from '../../fakes/pictureBomb.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const neverAsked = () => Promise.reject(new Error('Nothing is damaged here'))
const utf8 = (text: string) => new TextEncoder().encode(text)

function open() {
  const folder = temporaryFolder()
  const log = (): void => undefined
  const history = createHistory({ folder, migrations: [], log, rebuild: neverAsked })
  const { store, files } = openAttachments({
    ...{ folder, history, log },
    dragOut: () => Promise.resolve(false),
  })
  const serve = createPageProtocol(join(folder, 'renderer'), [files])
  const get = (path: string, headers: Record<string, string> = {}, origin = pageOrigin) =>
    serve(new Request(`${origin}${path}`, { headers }))
  return { store, get }
}

test('a picture is served as what it is, and can run nothing', async () => {
  const { store, get } = open()
  const { id } = await store(png, 'page.html')
  const response = await get(`/attachments/${id}`)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>', 'page.html', 'text/plain; charset=utf-8'],
  [
    'a drawing with a script',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'image.svg',
    'text/plain; charset=utf-8',
  ],
  ['a PDF', '%PDF-1.7\n%âãÏÓ\n', 'x.pdf', 'application/octet-stream'],
  ['nothing', '', 'empty.html', 'text/plain; charset=utf-8'],
])('%s is never served as something that runs', async (_name, text, name, type) => {
  const { store, get } = open()
  const { id } = await store(utf8(text), name)
  const response = await get(`/attachments/${id}`)
  expect(response.headers.get('content-type')).toBe(type)
  expect(await response.text()).toBe(text)
})

test('no page gets a picture that would take gigabytes, nor a part of it', async () => {
  const { store, get } = open()
  const { id } = await store(pictureBomb(), 'bomb.png')
  for (const headers of [{}, { range: 'bytes=0-' }]) {
    const response = await get(`/attachments/${id}`, headers)
    expect(response.status).toBe(413)
    expect(response.headers.get('content-type')).toMatch(/^text/)
    expect(await response.text()).toBe('Too large to be shown')
  }
})

describe('a part of a file', () => {
  const bytes = randomBytes(1000)

  test.each([
    ['bytes=0-', 0, 999],
    ['bytes=100-199', 100, 199],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
  ])('%s', async (range, start, end) => {
    const { store, get } = open()
    const { id } = await store(bytes, 'x')
    const response = await get(`/attachments/${id}`, { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`)
    expect(response.headers.get('content-length')).toBe(String(end - start + 1))
    const served = Buffer.from(await response.arrayBuffer())
    expect(served.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=1000-', 'bytes=5-2', 'bytes=-0'])('%s can’t be had', async (range) => {
    const { store, get } = open()
    const { id } = await store(bytes, 'x')
    const response = await get(`/attachments/${id}`, { range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */1000')
  })

  test.each(['bytes=0-1,5-9', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    '%s gives all of it',
    async (range) => {
      const { store, get } = open()
      const { id } = await store(bytes, 'x')
      const response = await get(`/attachments/${id}`, { range })
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBe(1000)
    },
  )
})

test('what is not stored, or asked for elsewhere, is not found', async () => {
  const { store, get } = open()
  const { id } = await store(png, 'a.png')
  const paths = [
    `/attachments/${'0'.repeat(64)}`,
    `/attachments/${id}/`,
    `/attachments/${id.toUpperCase()}x`,
    `/attachments/..%2f${id}`,
    `/attachments/../files/${id}`,
  ]
  for (const path of paths) expect((await get(path)).status).toBe(404)
  for (const origin of ['app://other', 'https://parley']) {
    expect((await get(`/attachments/${id}`, {}, origin)).status).toBe(404)
  }
})
