import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installPackage } from '../../../src/main/processes/installPackage.ts'
import { startFakeRegistry, type FakePackage } from '../../fakes/fakeRegistry.ts'
import { temporaryFolder } from './serverScripts.ts'

const signal = new AbortController().signal
const tool = (version: string, more: Partial<FakePackage> = {}): FakePackage => ({
  name: '@maps/server',
  version,
  manifest: { bin: { server: 'dist/main.js', other: 'x.js' } },
  files: { 'dist/main.js': `console.log('${version}')` },
  ...more,
})

async function registryOf(...packages: FakePackage[]) {
  const registry = await startFakeRegistry(packages)
  onTestFinished(registry.close)
  return registry
}

test('a package is installed once, in the version that is named', async () => {
  const registry = await registryOf(tool('1.0.0'), tool('1.2.0'))
  const directory = join(await temporaryFolder(), 'package')
  const options = { directory, signal, registry: registry.url }
  const installed = await installPackage({ name: '@maps/server', version: '1.0.0' }, options)
  expect(installed).toStrictEqual({
    directory,
    file: join(directory, 'node_modules/@maps/server/dist/main.js'),
    version: '1.0.0',
  })
  const { length } = registry.requests
  expect(length).toBeGreaterThan(0)
  // An installed version stays, even if its tag means another one now.
  const again = await installPackage({ name: '@maps/server', version: 'latest' }, options)
  expect(again).toStrictEqual(installed)
  expect(registry.requests).toHaveLength(length)
})

test('the scripts of a package do not run', async () => {
  const scripts = { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' }
  const manifest = { scripts, bin: 'main.js' }
  const registry = await registryOf(tool('1.0.0', { manifest, files: { 'main.js': '' } }))
  const directory = join(await temporaryFolder(), 'package')
  const options = { directory, signal, registry: registry.url }
  await installPackage({ name: '@maps/server', version: '1.0.0' }, options)
  expect(await readdir(join(directory, 'node_modules/@maps/server'))).not.toContain('ran')
})

test('a package that is missing is told, and leaves nothing', async () => {
  const registry = await registryOf()
  const folder = await temporaryFolder()
  const options = { directory: join(folder, 'package'), signal, registry: registry.url }
  const install = installPackage({ name: 'no-such-server', version: 'latest' }, options)
  await expect(install).rejects.toMatchObject({
    code: 'pluginNotStarted',
    details: {
      answer: expect.stringContaining('404') as string,
      lastLine: expect.stringMatching(/^404 .*no-such-server/) as string,
    },
  })
  expect(await readdir(folder)).toStrictEqual([])
})

test.for([
  ['--registry=http://example.com', '1'],
  ['../../home', '1'],
  ['a b', '1'],
  ['server', 'file:/etc'],
  ['server', 'git+ssh://example.com/x'],
  ['server', '1 || 2'],
] as const)('npm never sees %s@%s', async ([name, version]) => {
  const directory = join(await temporaryFolder(), 'package')
  const install = installPackage(
    { name, version },
    { directory, signal, registry: 'http://127.0.0.1:1/' },
  )
  await expect(install).rejects.toMatchObject({
    details: { answer: 'This is not the name and version of a package' },
  })
})

test('a program outside of its package is not started', async () => {
  const manifest = { bin: '../../../../../../../../../../bin/sh' }
  const registry = await registryOf(tool('1.0.0', { manifest, files: { 'main.js': '' } }))
  const options = {
    directory: join(await temporaryFolder(), 'package'),
    signal,
    registry: registry.url,
  }
  const install = installPackage({ name: '@maps/server', version: '1.0.0' }, options)
  await expect(install).rejects.toMatchObject({ code: 'pluginNotStarted' })
})
