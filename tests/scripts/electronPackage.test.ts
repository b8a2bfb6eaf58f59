import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { electronVersion } from '../../scripts/electronBinary.mjs'
import { listFiles } from '../../scripts/fingerprint.mjs'
import { makeElectron, withoutEmpty } from '../../scripts/package/electron/makeElectron.mjs'
import { stageApp } from '../../scripts/package/electron/stageApp.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { listArchive, readFuses, writeElectronStandIn } from './electronStandIn.ts'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

const isHere = process.platform === 'linux'
const libraries = [
  `node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`,
  `node_modules/uiohook-napi/prebuilds/linux-${process.arch}/uiohook-napi.node`,
]

let folder = ''
let end = (): void => undefined
let archive: ReturnType<typeof listArchive> = { packed: [], unpacked: [] }

beforeAll(async () => {
  if (!isHere) return
  const parent = temporaryFolder((remove) => (end = remove))
  const dist = join(parent, 'dist')
  writeElectronStandIn(dist, electronVersion(projectRoot))
  await makeElectron({
    root: projectRoot,
    node: process.execPath,
    say: () => undefined,
    env: process.env,
    unpacked: { dist, output: join(parent, 'out'), stage: join(parent, 'stage') },
  })
  folder = join(parent, 'out', 'linux-unpacked')
  archive = listArchive(join(folder, 'resources', 'app.asar'))
  return () => end()
}, 300_000)

test.runIf(isHere)('the package holds the build, all of it, without maps', () => {
  const out = join(projectRoot, 'out')
  const built = listFiles(out)
    .map((file) => relative(projectRoot, file))
    .filter((file) => file !== 'out/.stamp.json')
  const packed = archive.packed.filter((file) => file.startsWith('out/'))
  expect(packed.sort()).toEqual(built.filter((file) => !file.endsWith('.map')).sort())
  expect(packed.length).toBeGreaterThan(100)
})

test.runIf(isHere)('beside it are the modules outside the bundle, for this system alone', () => {
  expect(archive.packed.filter((file) => !file.startsWith('out/')).sort()).toEqual([
    'node_modules/keytar/LICENSE.md',
    'node_modules/keytar/lib/keytar.js',
    'node_modules/keytar/package.json',
    'node_modules/node-gyp-build/LICENSE',
    'node_modules/node-gyp-build/index.js',
    'node_modules/node-gyp-build/node-gyp-build.js',
    'node_modules/node-gyp-build/package.json',
    'node_modules/uiohook-napi/LICENSE',
    'node_modules/uiohook-napi/dist/index.js',
    'node_modules/uiohook-napi/package.json',
    'package.json',
  ])
  expect(archive.unpacked).toEqual(libraries)
})

test.runIf(isHere)('nothing else is in the folder but Electron, in the languages of Parley', () => {
  const files = listFiles(folder).map((file) => relative(folder, file))
  const electrons = ['LICENSE.electron.txt', 'chrome-sandbox', 'version', 'parley']
  expect(files.sort()).toEqual(
    [
      ...electrons,
      ...['locales/de.pak', 'locales/en-US.pak', 'resources/default_app.asar'],
      ...['resources/app.asar', 'resources/app-update.yml'],
      ...libraries.map((file) => `resources/app.asar.unpacked/${file}`),
    ].sort(),
  )
})

test.runIf(isHere)('its fuses are those that docs/electron-packages.md gives reasons for', () => {
  expect(readFuses(join(folder, 'parley'))).toEqual([
    'runAsNode',
    'nodeOptions',
    'asarIntegrity',
    'onlyLoadAppFromAsar',
  ])
})

test.each([
  ['Windows', ['win32-x64']],
  ['macOS, for both processors', ['darwin-x64', 'darwin-arm64']],
])('the app for %s has the libraries of that system only', (_, targets) => {
  const root = temporaryFolder()
  writeTree(root, { 'out/main/index.js': '', 'out/main/index.js.map': '' })
  cpSync(join(projectRoot, 'package.json'), join(root, 'package.json'))
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'junction')
  const stage = join(root, 'stage')
  stageApp(root, stage, targets)
  expect(listFiles(join(stage, 'out'))).toEqual([join(stage, 'out', 'main', 'index.js')])
  for (const name of ['keytar', 'uiohook-napi']) {
    const found = readdirSync(join(stage, 'node_modules', name, 'prebuilds'))
    expect(found.sort()).toEqual([...targets].sort())
  }
})

test('a secret that is not there is not used to sign', () => {
  expect(withoutEmpty({ CSC_LINK: '', PATH: '/usr/bin' })).toEqual({ PATH: '/usr/bin' })
})
