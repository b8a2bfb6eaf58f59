import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleHost } from '../../scripts/package/bundleHost.mjs'
import { desktopEntry } from '../../scripts/package/desktopFiles.mjs'
import { copyNativeModules, isLibraryFor } from '../../scripts/package/appFiles.mjs'
import { refuseForeignPrograms } from '../../scripts/package/elf.mjs'
import { parsePackageArguments } from '../../scripts/package/packageArguments.mjs'
import { renderIcons } from '../../scripts/package/renderIcons.mjs'
import { listFiles } from '../../scripts/fingerprint.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-package-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the arguments', () => {
  test('name formats, a processor and the speed', () => {
    expect(parsePackageArguments(['tar.gz', 'deb', '--arch', 'arm64', '--fast'])).toEqual({
      small: ['deb', 'tar.gz'],
      withElectron: false,
      arch: 'arm64',
      isFast: true,
      isChecked: false,
    })
  })

  test.each([
    [[], 'npm run package -- deb'],
    [['msi'], 'msi is no package'],
    [['deb', '--arch', 'mips'], 'There is no package for mips'],
    [['rpm', '--check'], '--check is for the deb alone'],
    [['deb', '--quick'], "Unknown option '--quick'"],
  ])('%j is refused', (given, reason) => {
    expect(() => parsePackageArguments(given)).toThrow(reason)
  })
})

test('the host is bundled with the files that the launcher, the app and a thread name', async () => {
  const host = join(folder, 'host')
  await bundleHost(projectRoot, host)
  const files = listFiles(host).map((file) => file.slice(host.length + 1))
  expect(files).toEqual(expect.arrayContaining(['electronModule.mjs', 'grabWorker.mjs', 'run.mjs']))
  expect(files.length).toBeLessThan(12)
  const code = files.map((file) => readFileSync(join(host, file), 'utf8')).join('\n')
  expect(code).not.toMatch(/new URL\(["']\.\/[^"']+\.ts["']/)
})

test.each(['x64', 'arm64'] as const)('native modules hold the library of %s alone', (arch) => {
  const app = join(folder, arch)
  copyNativeModules(projectRoot, app, [`linux-${arch}`])
  const files = listFiles(app).map((file) => file.slice(app.length + 1))
  const libraries = files.filter((file) => file.endsWith('.node'))
  expect(libraries).toContain(`node_modules/keytar/prebuilds/linux-${arch}/keytar.node`)
  const hooks = `node_modules/uiohook-napi/prebuilds/linux-${arch}/uiohook-napi.node`
  // One that can't be loaded is left out.
  expect(libraries.includes(hooks)).toBe(isLibraryFor(join(projectRoot, hooks), `linux-${arch}`))
  expect(libraries.every((file) => isLibraryFor(join(app, file), `linux-${arch}`))).toBe(true)
  expect(files.filter((file) => /\.(?:map|d\.ts|cc|h|gyp)$/.test(file))).toEqual([])
})

test('a program or library of another processor stops the package', () => {
  const staged = temporaryFolder()
  writeTree(staged, { 'app/late.js': 'export {}', 'app/empty.js': '' })
  const x64 = Buffer.from('7f454c4602010100000000000000000003003e0001000000', 'hex')
  writeFileSync(join(staged, 'app', 'library.node'), x64)
  expect(() => refuseForeignPrograms(staged, 'x64')).not.toThrow()
  expect(() => refuseForeignPrograms(staged, 'arm64')).toThrow(
    "A package for arm64 can't hold these, which are for another processor: app/library.node",
  )
})

test('each size of the icon is drawn in that size', async () => {
  await renderIcons(projectRoot, join(folder, 'icons'))
  const icons = listFiles(join(folder, 'icons')).filter((file) => file.endsWith('.png'))
  expect(icons).toHaveLength(8)
  for (const icon of icons) {
    const side = Number(/(\d+)x\d+/.exec(icon)?.[1])
    const head = readFileSync(icon)
    expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([side, side])
  }
})

test('the desktop entry names its actions in each language', () => {
  const entry = desktopEntry(projectRoot)
  expect(entry).toContain('Name=New chat\n')
  expect(entry).toContain('Name[de]=Diktieren\n')
  expect(entry).toContain('Name[zh_TW]=新增聊天\n')
  expect(entry.match(/^Name(?:\[|=)/gm)).toHaveLength(1 + 11 + 11)
})

test.skipIf(process.platform === 'win32')('the scripts of the package are plain shell', () => {
  const linux = join(projectRoot, 'build', 'linux')
  for (const name of ['parley', 'postinst', 'prerm', 'functions.sh'])
    execFileSync('sh', ['-n', join(linux, name)])
})
