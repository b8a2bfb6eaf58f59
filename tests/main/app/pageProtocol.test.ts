import { mkdtempSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageOrigin } from '../../../src/main/app/pageAddress.ts'
import { createPageProtocol, fileOf } from '../../../src/main/app/pageProtocol.ts'
import { createRemoteImages } from '../../../src/main/app/remoteImages.ts'
import { createRecordingFiles } from '../../../src/main/speech/recordings/recordingFiles.ts'
import { createBlobs } from '../../../src/main/storage/blobs.ts'

const base = mkdtempSync(join(tmpdir(), 'parley-page-'))
const folder = join(base, 'renderer')
const blobs = createBlobs(join(base, 'files'))
const serve = createPageProtocol(folder, {
  blobs,
  remoteImages: createRemoteImages(),
  recordingFiles: createRecordingFiles(join(base, 'recordings')),
  voices: { read: () => Promise.resolve(undefined) },
})
const get = (path: string): Promise<Response> => serve(new Request(`${pageOrigin}${path}`))

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(base, 'renderer-secrets'))
  writeFileSync(join(folder, 'index.html'), '<h1>Parley</h1>')
  writeFileSync(join(folder, 'assets', 'a b.js'), 'run()')
  writeFileSync(join(folder, 'notes.secret'), 'secret')
  writeFileSync(join(base, 'outside.js'), 'secret')
  writeFileSync(join(base, 'renderer-secrets', 'outside.js'), 'secret')
})

describe('the page protocol', () => {
  it('serves the page with its policy', async () => {
    const response = await get('/index.html?locale=ar-SA')
    expect(await response.text()).toBe('<h1>Parley</h1>')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(/script-src [^;]*/.exec(policy)?.[0]).toBe("script-src 'self' 'wasm-unsafe-eval'")
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

  it('does not follow a link out of its folder', async () => {
    symlinkSync(join(base, 'outside.js'), join(folder, 'link.js'))
    expect((await get('/link.js')).status).toBe(404)
  })
})
