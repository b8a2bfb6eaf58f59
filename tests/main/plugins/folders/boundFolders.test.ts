import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBubblewrap } from '../../../../src/main/processes/sandboxLinux.ts'
import {
  sheetChoicesSchema,
  type SheetChoices,
} from '../../../../src/shared/plugins/pluginSheet.ts'
import { zipFile } from '../../../fakes/zipFile.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openTestPlugins } from '../openTestPlugins.ts'
import { fileSource, smallServer, textOf } from '../smallServer.ts'

const isConfined = (await findBubblewrap()) !== null

/** Gives the user a home of its own for the test, with a keychain's files in it. */
function ownHome(): string {
  const home = join(temporaryFolder(), 'me')
  mkdirSync(join(home, '.local/share/keyrings'), { recursive: true })
  const before = process.env['HOME']
  process.env['HOME'] = home
  onTestFinished(() => void (process.env['HOME'] = before))
  return home
}

/** Returns another client's file with one server, whose tool returns the value of an expression. */
function configuration({ cwd, args = [] }: { cwd?: string; args?: readonly string[] }) {
  const script = join(temporaryFolder(), 'server.cjs')
  writeFileSync(script, smallServer)
  const server = { command: process.execPath, args: [script, ...args], cwd }
  return { script, source: fileSource('mcp.json', JSON.stringify({ mcpServers: { own: server } })) }
}

/** Returns a bundle with one setting, which its program gets as an argument. */
function bundle(standard?: string) {
  const manifest = {
    ...{ name: 'files', version: '1.0.0' },
    server: {
      ...{ type: 'node', entry_point: 'main.cjs' },
      mcp_config: {
        command: process.execPath,
        args: ['${__dirname}/main.cjs', '${user_config.place}'],
      },
    },
    user_config: { place: { type: 'directory', title: 'Place', default: standard } },
  }
  const files = [
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'main.cjs', content: smallServer },
  ]
  return fileSource('files.mcpb', zipFile(files))
}

type Plugins = ReturnType<typeof openTestPlugins>

/** Evaluates an expression in the program. */
async function evaluate({ tools, run }: Plugins, of: string): Promise<string> {
  const [tool] = await tools()
  return textOf(await run(tool?.name ?? '', JSON.stringify({ of })))
}

const list = (path: string): string =>
  `(() => { try { return require('node:fs').readdirSync('${path}').join() } catch (error) { return error.code } })()`

const foldersOf = (facts: readonly { key: string; value: string }[] = []): string[] =>
  facts.filter(({ key }) => /Reads|Writes/.test(key)).map(({ key, value }) => `${key} ${value}`)

type Place = (given: { home: string; data: string }) => string

const refusedPlaces: [string, string, Place][] = [
  ['the home', 'pluginFolderHome', ({ home }) => home],
  ['the home by its variable', 'pluginFolderHome', () => '${HOME}'],
  ['the home with a slash', 'pluginFolderHome', ({ home }) => `${home}/`],
  ['the home by two dots', 'pluginFolderHome', ({ home }) => `${home}/.local/..`],
  ['the home by a link', 'pluginFolderHome', ({ home }) => linkTo(home)],
  [
    'a folder behind a link to the parent',
    'pluginFolderHome',
    ({ home }) => `${linkTo(dirname(home))}/me`,
  ],
  ['what holds the home', 'pluginFolderHome', ({ home }) => dirname(home)],
  ['everything', 'pluginFolderHome', () => '/'],
  ['everything by two dots', 'pluginFolderHome', () => '/usr/..'],
  ['the data of Parley', 'pluginFolderPrivate', ({ data }) => data],
  ['a folder in the data of Parley', 'pluginFolderPrivate', ({ data }) => inside(data, 'files')],
  ['the data of Parley by a link', 'pluginFolderPrivate', ({ data }) => linkTo(data)],
  ['the keychain', 'pluginFolderPrivate', ({ home }) => join(home, '.local/share/keyrings')],
  ['what holds the keychain', 'pluginFolderPrivate', ({ home }) => join(home, '.local')],
  ['the processes', 'pluginFolderPrivate', () => '/proc/self'],
  ['the devices', 'pluginFolderPrivate', () => '/dev'],
]

function linkTo(target: string): string {
  const link = join(temporaryFolder(), 'link')
  symlinkSync(target, link)
  return link
}

function inside(folder: string, name: string): string {
  mkdirSync(join(folder, name), { recursive: true })
  return join(folder, name)
}

test.skipIf(!isConfined).for(refusedPlaces)(
  'no program gets %s, whatever names it',
  async ([, code, place]) => {
    const home = ownHome()
    const plugins = openTestPlugins()
    const path = place({ home, data: plugins.dataFolder })
    const shown = path.replace('${HOME}', home)
    const refused = expect.objectContaining({
      code,
      details: expect.objectContaining({
        subject: expect.stringContaining(shown) as unknown,
      }) as unknown,
    }) as unknown

    // The working folder of another client's file, and an argument.
    await expect(plugins.inspect(configuration({ cwd: path }).source)).rejects.toEqual(refused)
    await expect(plugins.inspect(configuration({ args: [path] }).source)).rejects.toEqual(refused)

    // A folder that the page chooses.
    const { source } = configuration({})
    const choose = (access: 'read' | 'write'): SheetChoices =>
      sheetChoicesSchema.parse({ folders: [{ path: shown, access }] })
    await expect(plugins.install(source, choose('read'))).rejects.toEqual(refused)
    const { id } = await plugins.install(source)
    const { handlers, caller, asked } = plugins
    const change = async () => handlers.setChoices({ id, choices: choose('write') }, caller)
    await expect(change()).rejects.toEqual(refused)
    expect(asked).toHaveLength(1)

    // A setting.
    await plugins.install(bundle())
    const write = async () =>
      handlers.writeSettings({ id: 'files', values: { place: shown } }, caller)
    await expect(write()).rejects.toEqual(refused)
    expect((await handlers.readSettings({ id: 'files' }, caller)).values).toEqual({})
  },
)

test
  .skipIf(!isConfined)
  .for(refusedPlaces.filter(([, , place]) => !String(place).includes('${HOME}')))(
  'a setting whose default is %s is noted, refused at the start, and can be set right',
  async ([, code, place]) => {
    const plugins = openTestPlugins()
    const { inspect, install, handlers, caller, asked } = plugins
    const path = place({ home: ownHome(), data: plugins.dataFolder })
    const { sheet } = await inspect(bundle(path))
    expect(sheet.process?.folders).toEqual([])
    expect(sheet.notes).toContainEqual({ code: 'folderRefused', path: 'settings', subject: path })
    await install(bundle(path))
    expect(foldersOf(asked[0]?.facts)).toEqual([])
    await expect(async () => handlers.start({ id: 'files' }, caller)).rejects.toMatchObject({
      code,
      details: { subject: expect.stringContaining(path) as unknown },
    })
    const good = temporaryFolder()
    await handlers.writeSettings({ id: 'files', values: { place: good } }, caller)
    writeFileSync(join(good, 'a.txt'), '')
    expect(await evaluate(plugins, list(good))).toBe('a.txt')
  },
)

test.for(['.', '~/notes', '${workspaceFolder}', '${workspaceFolder}/x', 'notes'])(
  'the working folder “%s” is refused by its name',
  async (cwd) => {
    const { inspect } = openTestPlugins()
    await expect(inspect(configuration({ cwd }).source)).rejects.toMatchObject({
      code: 'pluginFolderRelative',
      details: { subject: cwd },
    })
  },
)

test.skipIf(!isConfined)('a working folder that is missing is named', async () => {
  const { install, handlers, caller } = openTestPlugins()
  const cwd = join(temporaryFolder(), 'gone')
  const { id } = await install(configuration({ cwd }).source)
  await expect(async () => handlers.start({ id }, caller)).rejects.toMatchObject({
    code: 'folderMissing',
    details: { subject: cwd },
  })
})

test.skipIf(!isConfined)('what is bound is what sheet and dialog show, by real paths', async () => {
  const home = ownHome()
  const project = inside(home, 'project')
  const notes = inside(home, 'notes')
  for (const folder of [project, notes]) writeFileSync(join(folder, 'a.txt'), '')
  const link = linkTo(notes)
  const plugins = openTestPlugins()
  const { script, source } = configuration({
    cwd: '${HOME}/notes/../project/',
    args: [link, '${HOME}/missing'],
  })
  const { sheet } = await plugins.inspect(source)
  expect(sheet.process?.folders).toEqual([
    { path: script, access: 'read' },
    { path: notes, access: 'write' },
    { path: project, access: 'write' },
  ])
  await plugins.install(source)
  expect(foldersOf(plugins.asked[0]?.facts)).toEqual([
    `consentReads ${script}`,
    `consentWrites ${notes}`,
    `consentWrites ${project}`,
  ])
  expect(plugins.asked[0]?.facts).toContainEqual({ key: 'consentOwnFiles', value: '' })
  expect(await evaluate(plugins, 'process.cwd()')).toBe(project)
  expect(await evaluate(plugins, list(link))).toBe('a.txt')
  expect(await evaluate(plugins, list(home))).toBe('notes,project')
  expect(await evaluate(plugins, list(homedir()))).toBe('notes,project')
})

test.skipIf(!isConfined)(
  'a default that names a folder is on the sheet, and follows the setting',
  async () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()]
    const plugins = openTestPlugins()
    const { handlers, caller, asked } = plugins
    const { sheet } = await plugins.inspect(bundle(first))
    expect(sheet.process?.folders).toEqual([{ path: first, access: 'write' }])
    await plugins.install(bundle(first))
    expect(await evaluate(plugins, list(first))).toBe('')
    expect(foldersOf(asked[0]?.facts)).toEqual([`consentWrites ${first}`])
    await handlers.writeSettings({ id: 'files', values: { place: second } }, caller)
    expect(foldersOf(asked[1]?.facts)).toEqual([`consentWrites ${second}`])
    const [installed] = await handlers.list({}, caller)
    expect(installed?.sheet.process?.folders).toEqual([{ path: second, access: 'write' }])
    expect(await evaluate(plugins, list(first))).toBe('ENOENT')
    expect(await evaluate(plugins, list(second))).toBe('')
    // A new version is told against what is bound now.
    const again = await plugins.inspect(bundle(first))
    expect(again.sheet.process?.folders).toEqual([{ path: second, access: 'write' }])
  },
)

test.skipIf(!isConfined)('a working folder that the user takes away is not bound', async () => {
  const cwd = temporaryFolder()
  const plugins = openTestPlugins()
  const { source, script } = configuration({ cwd })
  await plugins.install(source, { folders: [{ path: script, access: 'read' }] })
  expect(await evaluate(plugins, list(cwd))).toBe('ENOENT')
  expect(await evaluate(plugins, 'process.cwd()')).toMatch(/work$/)
})

test.skipIf(!isConfined)('a working folder that may be read is not written', async () => {
  const cwd = temporaryFolder()
  const plugins = openTestPlugins()
  const { source, script } = configuration({ cwd })
  const folders = [script, cwd].map((path) => ({ path, access: 'read' as const }))
  await plugins.install(source, { folders })
  const write = `(() => { try { require('node:fs').writeFileSync('a.txt', ''); return 'wrote' } catch (error) { return error.code } })()`
  expect(await evaluate(plugins, write)).toBe('EROFS')
})

test.skipIf(!isConfined)(
  'a folder that leads elsewhere since it was allowed is not opened',
  async () => {
    const home = ownHome()
    const project = inside(home, 'project')
    const data = inside(project, 'data')
    const secret = inside(home, 'secret')
    writeFileSync(join(secret, 'diary.txt'), '')
    const plugins = openTestPlugins()
    const { handlers, caller, asked } = plugins
    const { id } = await plugins.install(configuration({ cwd: project, args: [data] }).source)
    expect(await evaluate(plugins, list(data))).toBe('')
    await plugins.servers.stopAll()
    // Another program that may write there can put a link in its place.
    renameSync(data, `${data}.old`)
    symlinkSync(secret, data)
    const start = async () => handlers.start({ id }, caller)
    await expect(start()).rejects.toMatchObject({
      code: 'pluginFolderChanged',
      details: { subject: secret },
    })
    // Choices that gain nothing themselves don't let it in.
    plugins.answer.allows = false
    const choices = sheetChoicesSchema.parse({})
    await expect(async () => handlers.setChoices({ id, choices }, caller)).rejects.toMatchObject({
      code: 'consentRefused',
    })
    expect(foldersOf(asked.at(-1)?.facts)).toEqual([`consentWrites ${secret}`])
    plugins.answer.allows = true
    await handlers.setEnabled({ id, enabled: false }, caller)
    await handlers.setEnabled({ id, enabled: true }, caller)
    expect(foldersOf(asked.at(-1)?.facts)).toContain(`consentWrites ${secret}`)
    await start()
    // And never to the home.
    await plugins.servers.stopAll()
    rmSync(data)
    symlinkSync(home, data)
    await expect(start()).rejects.toMatchObject({
      code: 'pluginFolderHome',
      details: { subject: `${data} → ${home}` },
    })
  },
)

test.skipIf(!isConfined)('the installation of a program opens no place behind a link', async () => {
  const place = temporaryFolder()
  const secret = temporaryFolder()
  writeFileSync(join(secret, 'diary.txt'), '')
  const program = join(inside(place, 'bin'), 'server')
  writeFileSync(program, `#!${process.execPath}\n${smallServer}`, { mode: 0o755 })
  symlinkSync(secret, join(place, 'lib'))
  const plugins = openTestPlugins()
  const manifest = { mcpServers: { own: { command: process.execPath, args: [program] } } }
  await plugins.install(fileSource('mcp.json', JSON.stringify(manifest)))
  expect(await evaluate(plugins, list(join(place, 'lib')))).toBe('ENOENT')
  expect(await evaluate(plugins, list(secret))).toBe('ENOENT')
})
