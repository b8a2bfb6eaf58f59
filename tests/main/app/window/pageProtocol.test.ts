import { mkdtempSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageOrigin } from '../../../../src/main/app/window/pageAddress.ts'
import type { StartData } from '../../../../src/shared/startData.ts'
import { createPageProtocol, fileOf } from '../../../../src/main/app/window/pageProtocol.ts'

const base = mkdtempSync(join(tmpdir(), 'parley-page-'))
const folder = join(base, 'renderer')
const serve = createPageProtocol(folder, [
  {
    place: 'sounds',
    name: /^[0-9a-f]{4}\.wav$/,
    serve: async (name, range) =>
      name === 'beef.wav' ? undefined : new Response(`${name} ${String(range)}`),
  },
])
const get = (path: string): Promise<Response> => serve(new Request(`${pageOrigin}${path}`))

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(base, 'renderer-secrets'))
  writeFileSync(join(folder, 'index.html'), '<head></head><h1>Parley</h1>')
  mkdirSync(join(folder, 'other'))
  writeFileSync(join(folder, 'other', 'index.html'), '<head></head>other')
  writeFileSync(join(folder, 'assets', 'a b.js'), 'run()')
  writeFileSync(join(folder, 'notes.secret'), 'secret')
  writeFileSync(join(base, 'outside.js'), 'secret')
  writeFileSync(join(base, 'renderer-secrets', 'outside.js'), 'secret')
})

describe('the page protocol', () => {
  it('serves the page with its policy', async () => {
    const response = await get('/index.html?locale=ar-SA')
    expect(await response.text()).toBe('<head></head><h1>Parley</h1>')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(/script-src [^;]*/.exec(policy)?.[0]).toBe("script-src 'self' 'wasm-unsafe-eval'")
  })

  it('writes the start data into the window’s page alone, and lets no text end its element', async () => {
    const data = { preferences: { title: '</script><script>run()</script>' } }
    const withData = createPageProtocol(folder, [], async () => data as unknown as StartData)
    const read = async (path: string) =>
      (await withData(new Request(`${pageOrigin}${path}`))).text()
    const page = await read('/index.html')
    const [, json = ''] =
      /<script type="application\/json" id="start-data">(.*?)<\/script>/.exec(page) ?? []
    expect(JSON.parse(json)).toEqual(data)
    expect(page).not.toContain('run()</script>')
    expect(await read('/other/index.html')).toBe('<head></head>other')
  })

  it('finds a file whose name is escaped', async () => {
    expect(await (await get('/assets/a%20b.js')).text()).toBe('run()')
  })

  it.each([
    '/../outside.js',
    '/..%2foutside.js',
    '/%2e%2e/outside.js',
    '/assets/..%2f..%2foutside.js',
    '/..%5coutside.js',
    '/%2e%2e%2frenderer-secrets%2foutside.js',
    '/%00index.html',
    '/%E0%A4%A',
    '//etc/passwd',
    '/notes.secret',
    '/assets',
    '/missing.js',
  ])('answers %s with not found', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('secret')
  })

  it('serves no other host or scheme', () => {
    expect(fileOf(folder, 'app://other/index.html')).toBeUndefined()
    expect(fileOf(folder, 'https://parley/index.html')).toBeUndefined()
    expect(fileOf(folder, 'nonsense')).toBeUndefined()
  })

  it('never leaves its folder, whatever the path', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '/',
      '\\',
      'assets',
      '%00',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const file = fileOf(folder, `${pageOrigin}/${pieces.join('')}`)
        expect(file === undefined || file.startsWith(`${folder}/`)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('asks a feature for the names that its files can have, and for no other', async () => {
    expect(await (await get('/sounds/0123.wav')).text()).toBe('0123.wav null')
    const range = { headers: { range: 'bytes=0-1' } }
    const part = await serve(new Request(`${pageOrigin}/sounds/0123.wav`, range))
    expect(await part.text()).toBe('0123.wav bytes=0-1')
    for (const path of ['beef.wav', '01234.wav', '0123.wav/', '..%2f0123.wav', '0123.wav%00', '']) {
      expect((await get(`/sounds/${path}`)).status).toBe(404)
    }
    expect((await serve(new Request('app://other/sounds/0123.wav'))).status).toBe(404)
  })

  it('does not follow a link out of its folder', async () => {
    symlinkSync(join(base, 'outside.js'), join(folder, 'link.js'))
    expect((await get('/link.js')).status).toBe(404)
  })
})
