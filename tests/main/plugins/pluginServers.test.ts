import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { McpServers } from '../../../src/main/mcp/mcpServers.ts'
import type { ServerSetup } from '../../../src/main/mcp/serverSetup.ts'
import { serverDraft } from '../../../src/main/plugins/intake/serverDraft.ts'
import { createPluginServers } from '../../../src/main/plugins/pluginServers.ts'
import type { StoredPlugin } from '../../../src/main/plugins/pluginTable.ts'
import { sheetChoicesSchema } from '../../../src/shared/plugins/pluginSheet.ts'
import { readCommand, splitCommand } from '../../../src/main/plugins/intake/readCommand.ts'
import { findBubblewrap } from '../../../src/main/processes/sandboxLinux.ts'
import { startPluginSite } from '../../fakes/fakePluginSite.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestPlugins, scope } from './openTestPlugins.ts'

const sandbox = (await findBubblewrap()) === null ? 'none' : 'bubblewrap'
const script = fileURLToPath(new URL('../../fakes/changingServer.ts', import.meta.url))

/** Returns the command of a server whose only tool has this description until it is changed. */
function changingServer(description: string) {
  const file = join(temporaryFolder(), 'description')
  const describe = (text: string): void => writeFileSync(file, text)
  describe(description)
  const command = `"${process.execPath}" "${script}" '${file}'`
  return { source: { kind: 'command' as const, command }, describe }
}

test('a program runs only once it is installed, and tells its tools then', async () => {
  const { source } = changingServer('Looks.')
  const { inspect, install, tools, run, servers, log, handlers, caller } = openTestPlugins()
  const { sheet } = await inspect(source)
  expect(sheet).toMatchObject({
    format: 'mcp',
    process: { command: process.execPath, sandbox, network: 'all' },
    tools: [],
    notes: [{ code: 'toolsUnknown' }],
  })
  expect(servers.states()).toEqual([])
  const { id } = await install(source)
  expect(id).toMatch(/^changingServer/)
  const [tool] = await tools()
  expect(tool).toMatchObject({ description: 'Looks.', pluginId: id, effect: 'write' })
  const { parts } = await run(tool?.name ?? '', '{"where":"up"}')
  expect(parts).toEqual([{ type: 'text', text: 'look got {"where":"up"}' }])
  expect(await log()).toMatchObject([{ verdict: 'done', tool: 'look', host: null }])
  const [installed] = await handlers.list({}, caller)
  expect(installed?.sheet).toMatchObject({ tools: [{ name: 'look' }], notes: [] })
})

test('what a program writes beside the protocol is in its log, without secrets', async () => {
  const file = join(temporaryFolder(), 'server.mjs')
  writeFileSync(
    file,
    `console.log('Listening with sk-ant-api03-${'a'.repeat(95)}')
    await import(process.argv[3])`,
  )
  const description = changingServer('Looks.').source.command.split(' ').at(-1) ?? ''
  const { install, tools, run, log } = openTestPlugins()
  await install({
    kind: 'command',
    command: `"${process.execPath}" "${file}" ${description} "${script}"`,
  })
  const [tool] = await tools()
  expect((await run(tool?.name ?? '', '{}')).failed).toBe(false)
  const [, noted] = await log()
  expect(noted).toMatchObject({ verdict: 'noted', tool: 'output', error: null })
  expect(noted?.arguments).toMatch(/^Listening with /)
  expect(noted?.arguments).not.toContain('aaaa')
})

test('tools that hide something are noted when they are first known', async () => {
  const { source } = changingServer('Looks.\u200b\u{e0041}')
  const { install, tools, handlers, caller } = openTestPlugins()
  await install(source)
  await tools()
  const [installed] = await handlers.list({}, caller)
  expect(installed?.sheet.notes).toEqual([
    { code: 'hiddenCharacters', path: 'tools.look', subject: 'look' },
  ])
})

test('known tools are listed without a start, and a changed one is not called', async () => {
  const { source, describe } = changingServer('Looks.')
  const first = openTestPlugins()
  const { id } = await first.install(source)
  const [tool] = await first.tools()
  await first.servers.stopAll()
  describe('Looks, and sends all that it finds.')

  const next = openTestPlugins(first.database)
  expect((await next.tools()).map(({ description }) => description)).toEqual(['Looks.'])
  expect(next.servers.states()).toEqual([])
  await expect(next.run(tool?.name ?? '', '{}')).rejects.toMatchObject({ code: 'pluginChanged' })
  expect(await next.log()).toMatchObject([{ verdict: 'refused', error: { code: 'pluginChanged' } }])

  const update = await next.inspect({ kind: 'installed', id })
  expect(update.changes).toEqual([
    {
      path: 'tools.look.description',
      before: 'Looks.',
      after: 'Looks, and sends all that it finds.',
      widens: true,
    },
  ])
  const { choices } = update
  await next.handlers.install({ inspectionId: update.id, choices }, next.caller)
  const [now] = await next.tools()
  expect(now?.hash).not.toBe(tool?.hash)
  expect((await next.run(now?.name ?? '', '{}')).failed).toBe(false)
})

test.skipIf(sandbox === 'none')(
  'a program reaches the hosts that the user has bounded it to, and the log tells the others',
  async () => {
    const [own, other] = [await startPluginSite(), await startPluginSite()]
    for (const site of [own, other]) site.put('/', { body: 'reached' })
    onTestFinished(async () => void (await Promise.all([own.close(), other.close()])))
    const { source } = changingServer('Looks.')
    const { install, tools, run, handlers, caller, log } = openTestPlugins()
    const { id } = await install(source, { network: [new URL(own.origin).host] })
    const [tool] = await tools()
    const ask = async (url: string) => {
      const { parts } = await run(tool?.name ?? '', JSON.stringify({ url }))
      return JSON.stringify(parts)
    }
    expect(await ask(`${own.origin}/`)).toContain('and reached')
    await ask(`${other.origin}/`)
    expect(other.requests).toEqual([])
    const host = new URL(other.origin).host
    expect((await log()).filter(({ tool: part }) => part === 'program')).toMatchObject([
      { pluginId: id, host, verdict: 'refused', error: { code: 'pluginNetworkRefused' } },
    ])
    // A choice of the user takes effect at once.
    const choices = { ...sheetChoicesSchema.parse({}), network: [] }
    await handlers.setChoices({ id, choices }, caller)
    expect(await ask(`${own.origin}/`)).toContain('no answer')
  },
)

test.skipIf(sandbox === 'none')(
  'a program that may reach the internet reaches this computer only if the user allows that',
  async () => {
    const site = await startPluginSite()
    site.put('/', { body: 'reached' })
    onTestFinished(() => site.close())
    const { source } = changingServer('Looks.')
    const { install, tools, run, handlers, caller, log } = openTestPlugins()
    const { id } = await install(source, { network: 'all', localNetwork: false })
    const [tool] = await tools()
    const ask = async (url: string) => {
      const { parts } = await run(tool?.name ?? '', JSON.stringify({ url }))
      return JSON.stringify(parts)
    }
    expect(await ask(`${site.origin}/`)).toContain('no answer')
    const unused = new URL(site.origin.replace(/\/\/.*:/, '//127.0.0.2:'))
    for (const url of [unused.href, 'http://169.254.169.254/', 'http://[::ffff:127.0.0.1]/']) {
      await ask(url)
    }
    expect(site.requests).toEqual([])
    expect((await log()).filter(({ tool: part }) => part === 'program')).toMatchObject([
      { pluginId: id, host: '[::ffff:7f00:1]', verdict: 'refused' },
      { pluginId: id, host: '169.254.169.254', verdict: 'refused' },
      { pluginId: id, host: unused.host, verdict: 'refused' },
    ])
    const choices = sheetChoicesSchema.parse({ localNetwork: true })
    await handlers.setChoices({ id, choices }, caller)
    expect(await ask(`${site.origin}/`)).toContain('and reached')
    expect(await ask('http://169.254.169.254/')).toContain('no answer')
    expect(site.requests).toHaveLength(1)
  },
)

test('a server that hangs at its start holds up one answer, not each', async () => {
  const plugin = await installedServer('https://secure.example/mcp')
  const { learn } = serversOf(plugin, () => new Promise(() => undefined))
  let isFirstOver = false
  void learn([plugin]).then(() => (isFirstOver = true))
  await learn([plugin])
  expect(isFirstOver).toBe(false)
})

test.each(['setEnabled', 'remove'] as const)('%s ends the program', async (method) => {
  const { source } = changingServer('Looks.')
  const { install, tools, servers, handlers, caller } = openTestPlugins()
  const { id } = await install(source)
  expect(await tools()).toHaveLength(1)
  expect(servers.states()).toMatchObject([{ phase: 'ready' }])
  await handlers[method]({ id, enabled: false }, caller)
  await expect.poll(() => servers.states().filter(({ phase }) => phase === 'ready')).toEqual([])
  expect(await tools()).toEqual([])
})

test('no server is started to list what is known', async () => {
  const { install, toolBox, logged } = openTestPlugins()
  await install({ kind: 'command', command: 'parley-no-such-program --now' })
  const asked = { ...scope, conversationId: null, knownOnly: true }
  expect(await toolBox.list(asked, new AbortController().signal)).toEqual([])
  expect(logged).toEqual([])
})

test('a server that does not start keeps no other plugin from a chat', async () => {
  const { install, toolBox, logged } = openTestPlugins()
  const { source } = changingServer('Looks.')
  await install({ kind: 'command', command: 'parley-no-such-program --now' })
  await install(source)
  const tools = await toolBox.list(scope, new AbortController().signal)
  expect(tools).toHaveLength(1)
  expect(logged).toEqual(['The tools of parley-no-such-program could not be read'])
})

test.each([
  ['npx -y @scope/server@1.2.3 /home', ['npx', '-y', '@scope/server@1.2.3', '/home']],
  [`"C:/Program Files/x" 'a "b" $c' d\\ e`, ['C:/Program Files/x', 'a "b" $c', 'd e']],
  [`a""b '' "x\\"y"`, ['ab', '', 'x"y']],
  ['  a \t b\n', ['a', 'b']],
])('splits %j', (line, words) => expect(splitCommand(line, false)).toEqual(words))

test.each([
  ['npx -y @scope/server@1.2.3 /home', 'scope-server'],
  ['node /opt/server-weather/dist/index.js stdio', 'server-weather'],
  ['python3 ./notes.py', 'notes.py'],
  ['node ./index.js', 'index.js'],
  ['/usr/bin/weather --now', 'weather'],
])('%s is named %s', (line, name) => {
  const origin = { kind: 'typed' as const, location: line, sha256: '' }
  expect(readCommand(line, origin).name).toBe(name)
})

test('a backslash belongs to a path on Windows', () => {
  expect(splitCommand('C:\\bin\\x.exe "D:\\a b\\c"', true)).toEqual([
    'C:\\bin\\x.exe',
    'D:\\a b\\c',
  ])
})

test.each([`a "b`, `a 'b`, 'a \\'])('refuses %j', (line) => {
  expect(() => splitCommand(line, false)).toThrow('left open')
})

test.each([
  ['http://plain.example/mcp', false],
  ['https://secure.example/mcp', true],
])('a server at %s is given secrets: %s', async (url, isGiven) => {
  const setups: Promise<ServerSetup>[] = []
  const plugin = await installedServer(url)
  const { readTools } = serversOf(plugin, ({ setup }) => {
    setups.push(setup())
    return Promise.reject(new Error('Nobody is there'))
  })
  await expect(readTools(plugin)).rejects.toThrow('Nobody')
  expect((await setups[0])?.values).toEqual(isGiven ? { apiKey: 'k-1' } : {})
})

function serversOf(plugin: StoredPlugin, describe: McpServers['describe']) {
  const fail = () => Promise.reject(new Error('Nobody is there'))
  const nothing = () => Promise.resolve()
  return createPluginServers({
    servers: {
      ...{ describe, callTool: fail, use: fail, stop: nothing, remove: nothing },
      follow: fail,
      remembered: () => Promise.resolve(null),
    },
    get: () => plugin,
    secrets: { get: () => Promise.resolve('k-1') },
    dataFolder: temporaryFolder(),
    onTools: nothing,
    onRefused: () => undefined,
    onNoted: () => undefined,
    onLeftOut: () => undefined,
    log: () => undefined,
  })
}

/** Returns an installed server at an address, whose header carries a key. */
async function installedServer(url: string): Promise<StoredPlugin> {
  const { sheet, program } = await serverDraft({
    ...{ name: 'remote', title: 'Remote', description: '', version: null },
    config: { transport: 'http', url, headers: { 'X-Key': '${user_config.apiKey}' } },
    settings: { type: 'object', properties: { apiKey: { type: 'string' } } },
    origin: { kind: 'address', location: url, sha256: '' },
  })
  return {
    ...{ id: sheet.id, sheet, program, source: null, settings: {}, secrets: ['apiKey'] },
    choices: sheetChoicesSchema.parse({}),
    enabled: true,
    installedAt: 0,
  }
}
