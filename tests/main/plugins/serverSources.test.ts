import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBubblewrap } from '../../../src/main/processes/sandboxLinux.ts'
import { startNewestServer } from '../../fakes/newestServer.ts'
import { zipFile } from '../../fakes/zipFile.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestPlugins } from './openTestPlugins.ts'
import { fileSource as file, smallServer, textOf } from './smallServer.ts'

test('a bundle is installed, gets its settings and answers', async () => {
  const manifest = {
    name: 'weather',
    display_name: 'Weather',
    version: '1.0.0',
    server: {
      type: 'node',
      entry_point: 'main.cjs',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/main.cjs', '--place', '${user_config.place}'],
        env: { KEY: '${user_config.key}', UNIT: '${user_config.unit}' },
      },
    },
    user_config: {
      place: { type: 'string', required: true },
      key: { type: 'string', sensitive: true, required: true },
      unit: { type: 'string' },
    },
  }
  const bytes = zipFile([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'main.cjs', content: smallServer },
  ])
  const { inspect, install, tools, run, handlers, caller, stored } = openTestPlugins()
  const { sheet } = await inspect(file('weather.mcpb', bytes))
  expect(sheet).toMatchObject({
    id: 'weather',
    title: 'Weather',
    version: '1.0.0',
    origin: { kind: 'bundle', location: 'weather.mcpb' },
    secretSettings: ['key'],
  })
  const { id, missingSettings } = await install(file('weather.mcpb', bytes))
  expect(missingSettings).toStrictEqual(['place', 'key'])
  await handlers.writeSettings({ id, values: { place: 'Bern', key: 'hush' } }, caller)
  const [tool] = await tools()
  const of = `[process.argv.slice(2), process.env.KEY, 'UNIT' in process.env].join()`
  expect(textOf(await run(tool?.name ?? '', JSON.stringify({ of })))).toBe(
    '--place,Bern,hush,false',
  )
  expect([...stored.values()].join()).toContain('hush')
})

test('a bundle that can not be unpacked is refused by its name', async () => {
  const bytes = zipFile([{ name: 'manifest.json', content: '{}' }]).subarray(0, 60)
  await expect(openTestPlugins().inspect(file('weather.mcpb', bytes))).rejects.toMatchObject({
    code: 'pluginManifestInvalid',
    details: { subject: 'weather.mcpb' },
  })
})

test('of a file with several servers one is chosen', async () => {
  const servers = {
    a: { command: 'node', args: ['a.js'] },
    b: { url: 'https://b.example.com/mcp' },
  }
  const text = JSON.stringify({ mcpServers: servers })
  const { inspect } = openTestPlugins()
  await expect(inspect(file('mcp.json', text))).rejects.toMatchObject({
    code: 'pluginManifestInvalid',
    details: { subject: 'mcpServers', answer: 'Choose one of a, b' },
  })
  const { sheet } = await inspect(file('mcp.json', text, 'b'))
  expect(sheet).toMatchObject({
    id: 'b',
    origin: { kind: 'configuration' },
    hosts: [{ host: 'b.example.com', sends: ['arguments'] }],
    process: null,
  })
})

test('a server.json says what will be installed', async () => {
  const packages = [{ registryType: 'npm', identifier: '@ada/weather', version: '1.0.2' }]
  const { inspect } = openTestPlugins()
  const { sheet } = await inspect(
    file('server.json', JSON.stringify({ name: 'ada/weather', packages })),
  )
  expect(sheet.process).toMatchObject({ command: 'npx', arguments: ['@ada/weather@1.0.2'] })
})

test('a server at an address introduces itself, and its tools are called', async () => {
  const server = await startNewestServer()
  onTestFinished(server.close)
  const { inspect, install, tools, run } = openTestPlugins()
  const { sheet } = await inspect(server.url)
  expect(sheet).toMatchObject({ title: 'newest', version: '2.0.0', localNetwork: true })
  await install(server.url, { localNetwork: true })
  const echo = (await tools()).find(({ title }) => title === 'echo')
  expect(textOf(await run(echo?.name ?? '', '{"text":"hi"}'))).toBe('hi')
})

test.skipIf((await findBubblewrap()) === null)(
  'a program reads the folders that its command names, and nothing else of the user',
  async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'server.cjs'), smallServer)
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    writeFileSync(join(folder, 'data', 'a.txt'), 'a')
    const { install, tools, run } = openTestPlugins()
    const command = `"${process.execPath}" "${folder}/server.cjs" "${folder}/data"`
    const { sheet } = await install({ kind: 'command', command })
    expect(sheet.process?.folders).toStrictEqual([
      { path: join(folder, 'server.cjs'), access: 'read' },
      { path: join(folder, 'data'), access: 'write' },
    ])
    const [tool] = await tools()
    const call = async (of: string): Promise<string> =>
      textOf(await run(tool?.name ?? '', JSON.stringify({ of })))
    const read = (path: string): string =>
      `(() => { try { return require('node:fs').readFileSync('${path}', 'utf8') } catch (error) { return error.code } })()`
    expect(await call(read(join(folder, 'data/a.txt')))).toBe('a')
    expect(await call(read(join(folder, 'secret.txt')))).toBe('ENOENT')
    expect(await call(`require('node:fs').writeFileSync('${folder}/data/b.txt', 'b')`)).toBe(
      'undefined',
    )
    expect(await readFile(join(folder, 'data/b.txt'), 'utf8')).toBe('b')
  },
)

test.each(['PATH=/tmp:', ''])(
  'a bundle with the variable “%s” is refused by name',
  async (name) => {
    const manifest = {
      ...{ name: 'odd', version: '1.0.0' },
      server: {
        ...{ type: 'node', entry_point: 'main.cjs' },
        mcp_config: { command: 'node', args: [], env: { [name]: 'x' } },
      },
    }
    const bytes = zipFile([
      { name: 'manifest.json', content: JSON.stringify(manifest) },
      { name: 'main.cjs', content: smallServer },
    ])
    await expect(openTestPlugins().inspect(file('odd.mcpb', bytes))).rejects.toMatchObject({
      code: 'pluginManifestInvalid',
      details: { subject: `env.${name}` },
    })
  },
)
