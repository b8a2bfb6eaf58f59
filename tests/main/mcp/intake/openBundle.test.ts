import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBundle } from '../../../../src/main/mcp/intake/openBundle.ts'
import { readBundleManifest } from '../../../../src/main/mcp/intake/readBundleManifest.ts'
import { zipFile, type ZipEntry } from '../../../fakes/zipFile.ts'
import { temporaryFolder } from '../../processes/serverScripts.ts'

const manifest = {
  manifest_version: '0.3',
  name: 'weather',
  display_name: 'Weather',
  version: '1.2.0',
  description: 'Tells the weather',
  author: { name: 'Ada' },
  server: {
    type: 'node',
    entry_point: 'server/main.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/main.js', '${user_config.folders}'],
      env: { KEY: '${user_config.key}' },
      platform_overrides: { win32: { args: ['-w'] } },
    },
  },
  user_config: {
    key: { type: 'string', title: 'Key', sensitive: true, required: true, default: 'k' },
    folders: { type: 'directory', multiple: true },
    days: { type: 'number', default: 3, min: 1, max: 9 },
  },
}
const manifestFile = { name: 'manifest.json', content: JSON.stringify(manifest) }
const plain: ZipEntry[] = [
  manifestFile,
  { name: 'server/', mode: 0o040755 },
  { name: 'server/main.js', content: 'console.log(1)' },
  { name: 'bin/tool', content: '#!/bin/sh', mode: 0o100755 },
]

test('a bundle is unpacked and described', async () => {
  const folder = await temporaryFolder()
  const bytes = zipFile(plain)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { entry, directory, ...rest } = await openBundle(bytes, folder)
  expect({ directory, ...rest }).toStrictEqual({ sha256, directory: join(folder, sha256) })
  expect(entry).toMatchObject({
    name: 'weather',
    title: 'Weather',
    version: '1.2.0',
    author: 'Ada',
    config: {
      command: 'node',
      arguments: ['${__dirname}/server/main.js', '${user_config.folders}'],
      environment: { KEY: '${user_config.key}' },
      bundle: sha256,
    },
    settings: {
      type: 'object',
      required: ['key'],
      properties: {
        key: { type: 'string', title: 'Key', format: 'password' },
        folders: { type: 'string' },
        days: { type: 'number', default: 3, minimum: 1, maximum: 9 },
      },
    },
  })
  expect(await readFile(join(directory, 'server/main.js'), 'utf8')).toBe('console.log(1)')
  expect((await stat(join(directory, 'bin/tool'))).mode & 0o111).not.toBe(0)
  expect((await stat(join(directory, 'server/main.js'))).mode & 0o111).toBe(0)
  expect((await openBundle(bytes, folder)).directory).toBe(directory)
})

test('a signature behind the archive does not make it unreadable', async () => {
  const signed = Buffer.concat([zipFile(plain), Buffer.from('MCPB_SIG_V1....MCPB_SIG_END')])
  const { entry, sha256 } = await openBundle(signed, await temporaryFolder())
  expect(entry.name).toBe('weather')
  expect(sha256).toBe(createHash('sha256').update(signed).digest('hex'))
})

const refused: [string, ZipEntry[]][] = [
  ['a name that leads out', [{ name: '../evil.js' }]],
  ['a name that leads out further in', [{ name: 'a/../../evil.js' }]],
  ['an absolute name', [{ name: '/tmp/evil.js' }]],
  ['a drive', [{ name: 'C:/evil.js' }]],
  ['a backslash', [{ name: 'a\\..\\evil.js' }]],
  ['a control character', [{ name: 'a\u0000.js' }]],
  ['an alternate stream', [{ name: 'manifest.json:evil' }]],
  ['a device of Windows', [{ name: 'lib/NUL.txt' }]],
  ['a name that Windows shortens', [{ name: 'manifest.json.' }]],
  ['an empty part', [{ name: 'a//b.js' }]],
  ['a link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }]],
  ['a device', [{ name: 'device', mode: 0o020666 }]],
  ['a pipe', [{ name: 'pipe', mode: 0o010666 }]],
  ['a second manifest', [manifestFile]],
  ['a name that differs in case alone', [{ name: 'Manifest.JSON', content: '{}' }]],
  ['a name that differs in composition alone', [{ name: 'e\u0301' }, { name: '\u00e9' }]],
  ['a file in a file', [{ name: 'manifest.json/a' }]],
  ['a bomb', [{ name: 'zeros', content: Buffer.alloc(30_000_000) }]],
  ['a size that is not true', [{ name: 'small', content: 'x'.repeat(50_000), claimedSize: 10 }]],
  ['a size beyond all', [{ name: 'huge', content: 'x', claimedSize: 2_000_000_000 }]],
]

test.for(refused)('a bundle with %s is refused and leaves nothing', async ([, entries]) => {
  const folder = join(await temporaryFolder(), 'bundles')
  const bytes = zipFile([...plain, ...entries])
  await expect(openBundle(bytes, folder)).rejects.toMatchObject({ code: 'pluginManifestInvalid' })
  expect(await readdir(folder).catch(() => [])).toStrictEqual([])
})

test.for([
  ['no archive', Buffer.from('hello')],
  ['an archive that is cut off', zipFile(plain).subarray(0, 200)],
  ['no manifest', zipFile([{ name: 'a.js' }])],
  ['a manifest that is no JSON', zipFile([{ name: 'manifest.json', content: '{' }])],
] as const)('%s is refused', async ([, bytes]) => {
  const open = openBundle(bytes, await temporaryFolder())
  await expect(open).rejects.toMatchObject({ code: 'pluginManifestInvalid' })
})

test('what differs by platform is chosen, and a bundle for another is refused', () => {
  const onWindows = readBundleManifest(manifest, 'a'.repeat(64), 'win32')
  expect(onWindows.config).toMatchObject({ command: 'node', arguments: ['-w'] })
  const elsewhere = { ...manifest, compatibility: { platforms: ['darwin'] } }
  expect(() => readBundleManifest(elsewhere, 'a'.repeat(64), 'linux')).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ subject: 'compatibility.platforms' }) as unknown,
    }),
  )
})
