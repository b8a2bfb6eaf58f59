import {
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { ensureBuilt, forgetBuild, isBuilt } from '../../scripts/build.mjs'
import { fingerprint } from '../../scripts/fingerprint.mjs'
import { projectNode } from '../../scripts/projectNode.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

describe('the fingerprint', () => {
  test('follows contents and names, not the clock', () => {
    const root = temporaryFolder()
    const take = (): string => fingerprint(root, ['src', 'missing', 'one.json'])
    writeTree(root, { 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'one.json': '{}', 'other.md': 'x' })
    const first = take()
    utimesSync(join(root, 'src/a.ts'), 1, 1)
    writeTree(root, { 'other.md': 'y' })
    expect(take()).toBe(first)
    writeTree(root, { 'src/deep/b.ts': 'c' })
    const changed = take()
    expect(changed).not.toBe(first)
    renameSync(join(root, 'src/a.ts'), join(root, 'src/z.ts'))
    expect(take()).not.toBe(changed)
  })

  test('tells where one file ends and the next begins', () => {
    const [left, right] = [temporaryFolder(), temporaryFolder()]
    writeTree(left, { 'src/a': 'xy', 'src/b': '' })
    writeTree(right, { 'src/a': 'x', 'src/b': 'y' })
    expect(fingerprint(left, ['src'])).not.toBe(fingerprint(right, ['src']))
  })
})

describe('a small app', () => {
  let root: string
  let node: string
  let said: string[]
  const build = (): Promise<void> => ensureBuilt(root, node, (line) => void said.push(line))
  const output = (file: string): string => readFileSync(join(root, 'out', file), 'utf8')

  beforeEach(async () => {
    root = temporaryFolder()
    node = await projectNode(projectRoot)
    said = []
    symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
    cpSync(join(projectRoot, 'scripts'), join(root, 'scripts'), {
      recursive: true,
      // It extends a file that the small app has not.
      filter: (file) => !file.endsWith('tsconfig.json'),
    })
    writeTree(root, {
      'package.json': '{ "name": "small", "type": "module", "main": "./out/main/index.js" }',
      'electron.vite.config.ts': readFileSync(join(projectRoot, 'electron.vite.config.ts'), 'utf8'),
      'src/main/index.ts': 'export const answer: number = 42',
      'src/main/command.ts': 'export const code: number = 0',
      'src/preload/index.ts': "import { ipcRenderer } from 'electron'\nvoid ipcRenderer.send('x')",
      'src/renderer/index.html':
        '<!doctype html><html lang="en"><head><title>Small</title></head><body><script type="module" src="main.ts"></script></body></html>',
      'src/renderer/dictation/overlay.html': '<!doctype html><p>Overlay</p>',
      'src/renderer/early.ts': 'document.title = "Early"',
      'src/renderer/main.ts': 'document.title = await Promise.resolve("Small")',
    })
  })

  test('is built for its three processes, once', async () => {
    await build()
    expect(said).toHaveLength(1)
    expect(isBuilt(root)).toBe(true)
    expect(output('main/index.js')).toContain('export')
    expect(output('preload/index.cjs')).toContain('require("electron")')
    expect(output('renderer/index.html')).toMatch(/src="\.\/assets\/[^"]+\.js"/)
    expect(output('renderer/index.html')).not.toMatch(/<script[^>]*>[^<]/)
    const [, early = ''] =
      /src="\.\/(assets\/early-[^"]+\.js)"/.exec(output('renderer/index.html')) ?? []
    expect(output(join('renderer', early))).toContain('Early')
    const [, page = ''] = /data-page="\.\/([^"]+\.js)"/.exec(output('renderer/index.html')) ?? []
    expect(output(join('renderer', page))).toContain('Small')
    // Modules shipped beside the bundles have their licences in the notices.
    expect(output('renderer/notices.json')).toContain('"name":"uiohook-napi"')
    await build()
    expect(said).toHaveLength(1)
  })

  test('is built again when a source changed or an output is gone or torn', async () => {
    await build()
    writeTree(root, { 'src/main/index.ts': 'export const answer = 43' })
    expect(isBuilt(root)).toBe(false)
    await build()
    expect(output('main/index.js')).toContain('43')
    rmSync(join(root, 'out/preload/index.cjs'))
    expect(isBuilt(root)).toBe(false)
    await build()
    truncateSync(join(root, 'out/main/index.js'), 3)
    expect(isBuilt(root)).toBe(false)
    await build()
    forgetBuild(root)
    expect(isBuilt(root)).toBe(false)
  })

  test('keeps the last whole build when a source does not compile', async () => {
    await build()
    writeTree(root, { 'src/main/index.ts': 'export const = ' })
    await expect(build()).rejects.toThrow(/src\/main\/index\.ts[\s\S]*The build failed/)
    expect(output('main/index.js')).toContain('42')
    expect(isBuilt(root)).toBe(false)
  })
})
