import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeUpdateKey } from '../../../scripts/signUpdates.mjs'
import configured from '../../../resources/updateChannel.json' with { type: 'json' }
import { readUpdateChannel } from '../../../src/main/updates/updateChannel.ts'
import { findUpdateSource, type Installation } from '../../../src/main/updates/updateSource.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const electron: Installation = {
  runtime: 'electron',
  isPackaged: true,
  platform: 'darwin',
  program: '/Applications/Parley.app/Contents/MacOS/Parley',
  resources: '/Applications/Parley.app/Contents/Resources',
  environment: {},
  hasChannel: true,
}
const host: Installation = { ...electron, runtime: 'chromium-host', platform: 'linux' }
const portable = { PORTABLE_EXECUTABLE_FILE: 'D:\\Parley.exe' }
const image = { APPIMAGE: '/home/alice/Parley.AppImage' }

test.each([
  ['source', { ...electron, isPackaged: false }],
  ['source', { ...host, isPackaged: false }],
  ['system', { ...host, program: '/usr/bin/parley' }],
  ['byHand', { ...host, program: '/usr/local/bin/parley' }],
  ['byHand', { ...host, program: '/home/alice/parley/parley' }],
  ['channel', electron],
  ['none', { ...electron, hasChannel: false }],
  ['channel', { ...electron, platform: 'win32' }],
  ['byHand', { ...electron, platform: 'win32', environment: portable }],
  ['channel', { ...electron, platform: 'linux', environment: image }],
  ['byHand', { ...electron, platform: 'linux', resources: '/home/alice/parley/resources' }],
] as const)('%s: %o', (source, installation) => {
  expect(findUpdateSource(installation)).toBe(source)
})

test('a package of Linux, which says its type', () => {
  const resources = join(temporaryFolder(), 'resources')
  mkdirSync(resources)
  writeFileSync(join(resources, 'package-type'), 'deb')
  expect(findUpdateSource({ ...electron, platform: 'linux', resources })).toBe('channel')
})

test('a build without a key or an address has no channel; a wrong key is no key', () => {
  const address = 'https://updates.example/parley'
  const { publicKey } = makeUpdateKey()
  const read = (keys: string[], from: string | null = address) =>
    readUpdateChannel({ address: from, publicKeys: keys, otherHosts: [] })
  expect(read([])).toBeNull()
  expect(read([publicKey], null)).toBeNull()
  expect(read([publicKey])?.address.href).toBe(`${address}/`)
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
  const text = other.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(() => read([text])).toThrow('no Ed25519 key')
  expect(() => read(['placeholder'])).toThrow(/./)
})

test('the channel of this build can be read', () => {
  expect(() => readUpdateChannel(configured)).not.toThrow()
})

test('plain http is for tests on loopback alone', () => {
  const { publicKey } = makeUpdateKey()
  const otherHosts = ['files.example']
  const rule = readUpdateChannel({
    address: 'http://updates.example/',
    publicKeys: [publicKey],
    otherHosts,
  })?.allows
  const allows = (address: string) => rule?.allowsHost(new URL(address))
  expect(allows('http://updates.example/x')).toBe(false)
  expect(allows('https://updates.example/x')).toBe(true)
  expect(allows('https://files.example/x')).toBe(true)
  expect(allows('https://elsewhere.example/x')).toBe(false)
})
