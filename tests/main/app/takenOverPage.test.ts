import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { confirmGrants } from '../../../src/main/chat/tools/confirmGrants.ts'
import { createSettingsHandlers } from '../../../src/main/settings/handlers.ts'
import { createSettings } from '../../../src/main/settings/settingsStore.ts'
import { listGrants } from '../../../src/main/tools/grants.ts'
import { contract } from '../../../src/shared/ipc/contract.ts'
import { sheetChoicesSchema } from '../../../src/shared/plugins/pluginSheet.ts'
import { defaultToolPreferences } from '../../../src/shared/plugins/tools.ts'
import { zipFile } from '../../fakes/zipFile.ts'
import { openDoors, word } from '../chat/openDoors.ts'
import { exchange, openHistory, send } from '../chat/testHistory.ts'
import { openTestPlugins, servePlugin } from '../plugins/openTestPlugins.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const refused = expect.objectContaining({ code: 'consentRefused' }) as unknown

test('the list of what a page that is taken over can do has each method once', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  const table = page.split('### What a compromised page can still do')[1] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('|'))
  const listed = rows.flatMap((row) => [...row.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name))
  const methods = Object.entries(contract).flatMap(([feature, definitions]) =>
    Object.entries(definitions).flatMap(([name, { kind }]) =>
      kind === 'event' ? [] : `${feature}.${name}`,
    ),
  )
  expect(new Set(listed)).toEqual(new Set(methods))
  expect(listed).toHaveLength(methods.length)
})

const command = (marker: string) =>
  `node -e require('fs').writeFileSync('${marker}','') /etc --token`

test('a page starts no program, installs nothing and binds no folder without the dialog', async () => {
  const plugins = openTestPlugins()
  const { handlers, caller, asked, answer } = plugins
  answer.allows = false
  const marker = join(temporaryFolder(), 'ran')
  const source = { kind: 'command' as const, command: command(marker) }
  const { id: inspectionId } = await handlers.inspect({ source }, caller)
  const choices = sheetChoicesSchema.parse({
    folders: [{ path: '/home/someone/documents', access: 'write' }],
    localNetwork: true,
  })
  await expect(async () => handlers.install({ inspectionId, choices }, caller)).rejects.toEqual(
    refused,
  )
  expect(await handlers.list({}, caller)).toEqual([])
  expect(asked).toHaveLength(1)
  const facts = asked[0]?.facts.map(({ key, value }) => `${key} ${value}`).join('\n')
  expect(facts).toContain(marker)
  expect(facts).toContain('consentWrites /home/someone/documents')
  expect(facts).toMatch(/consentAllNetwork|consentNetwork/)
  expect(facts).toContain('consentLocalNetwork')
})

test('a program’s folders and network grow in the dialog alone, and shrink without it', async () => {
  const { handlers, caller, asked, answer } = openTestPlugins()
  const source = { kind: 'command' as const, command: 'no-such-program serve' }
  const { id: inspectionId, sheet } = await handlers.inspect({ source }, caller)
  const folder = (access: 'read' | 'write', path = '/srv/a') => ({ path, access })
  const first = sheetChoicesSchema.parse({ folders: [folder('write')], network: 'all' })
  await handlers.install({ inspectionId, choices: first }, caller)
  answer.allows = false
  const choose = async (given: object) =>
    handlers.setChoices({ id: sheet.id, choices: sheetChoicesSchema.parse(given) }, caller)
  await choose({ folders: [folder('read')], network: ['a.example', 'b.example'] })
  await choose({ folders: [folder('read')], network: ['a.example'] })
  expect(asked).toHaveLength(1)
  for (const wider of [
    { folders: [folder('write')], network: ['a.example'] },
    { folders: [folder('read'), folder('read', '/srv/b')], network: ['a.example'] },
    { folders: [folder('read')], network: ['a.example', 'b.example'] },
    { folders: [folder('read')], network: 'all' },
  ]) {
    await expect(choose(wider)).rejects.toEqual(refused)
  }
  expect(asked).toHaveLength(5)
})

test('this computer is no part of the internet that a program was given', async () => {
  const { handlers, caller, asked, answer } = openTestPlugins()
  const source = { kind: 'command' as const, command: 'no-such-program serve' }
  const { id: inspectionId, sheet } = await handlers.inspect({ source }, caller)
  const choices = sheetChoicesSchema.parse({ folders: [], network: 'all' })
  await handlers.install({ inspectionId, choices }, caller)
  answer.allows = false
  const choose = async (given: object) =>
    handlers.setChoices({ id: sheet.id, choices: { ...choices, ...given } }, caller)
  for (const wider of [
    { network: ['localhost:5432'] },
    { network: ['a.example', '192.168.1.1'] },
    { localNetwork: true },
  ]) {
    await expect(choose(wider)).rejects.toEqual(refused)
  }
  await choose({ network: ['a.example'] })
  expect(asked).toHaveLength(4)
})

test('a setting that changes the command, a variable or a folder is asked for, with its value', async () => {
  const { handlers, caller, asked, answer } = openTestPlugins()
  const manifest = {
    name: 'files',
    version: '1.0.0',
    server: {
      type: 'node',
      entry_point: 'main.cjs',
      mcp_config: {
        command: 'no-such-program',
        args: ['${user_config.place}'],
        env: { KEY: '${user_config.key}' },
      },
    },
    user_config: {
      place: { type: 'string', title: 'Place' },
      key: { type: 'string', title: 'Key', sensitive: true },
    },
  }
  const bytes = zipFile([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'main.cjs', content: '' },
  ])
  const source = { kind: 'file' as const, name: 'files.mcpb', bytes: new Uint8Array(bytes) }
  const { id: inspectionId, sheet } = await handlers.inspect({ source }, caller)
  await handlers.install({ inspectionId, choices: sheetChoicesSchema.parse({}) }, caller)
  answer.allows = false
  const write = async (values: Record<string, string>) =>
    handlers.writeSettings({ id: sheet.id, values }, caller)
  await write({ key: 'secret-1' })
  expect(asked).toHaveLength(1)
  const place = temporaryFolder()
  await expect(write({ place })).rejects.toEqual(refused)
  expect(asked).toHaveLength(2)
  expect(asked[1]?.facts).toContainEqual({ key: 'consentWrites', value: place })
  expect(JSON.stringify(asked)).not.toContain('secret-1')
  expect(await handlers.readSettings({ id: sheet.id }, caller)).toMatchObject({ values: {} })
})

test('one installation is one question', async () => {
  const server = await servePlugin()
  const { install, asked } = openTestPlugins()
  await install(server.manifestUrl)
  expect(asked).toHaveLength(1)
})

test('an installed plugin gains nothing without the dialog, and loses without it', async () => {
  const server = await servePlugin()
  const { install, handlers, caller, asked, answer } = openTestPlugins()
  const host = new URL(server.origin).host
  await install(server.manifestUrl, { localNetwork: false, hostsOff: [host] })
  const { length } = asked
  answer.allows = false
  const choose = async (given: object) =>
    handlers.setChoices({ id: 'weather', choices: sheetChoicesSchema.parse(given) }, caller)
  for (const wider of [
    { localNetwork: true, hostsOff: [host] },
    { hostsOff: [] },
    { hostsOff: [host], viewHosts: ['evil.example'] },
  ]) {
    await expect(choose(wider)).rejects.toEqual(refused)
  }
  expect(asked).toHaveLength(length + 3)
  expect((await handlers.list({}, caller))[0]?.choices.hostsOff).toEqual([host])
  await choose({ hostsOff: [host], toolsOff: ['fetchWeather'], page: false })
  await handlers.setEnabled({ id: 'weather', enabled: false }, caller)
  expect(asked).toHaveLength(length + 3)
  await expect(async () =>
    handlers.setEnabled({ id: 'weather', enabled: true }, caller),
  ).rejects.toEqual(refused)
  expect((await handlers.list({}, caller))[0]?.enabled).toBe(false)
})

test.each(['chat', 'arguments', 'always'] as const)(
  'no permission is kept for “%s” without the dialog',
  async (decision) => {
    const database = openHistory()
    const { replies } = openDoors([[{ id: 'a', arguments: '{"to":1}' }]], undefined, database, {
      pluginId: 'doors',
      pluginTitle: 'Doors',
      hash: 'one',
      effect: 'outside',
      destination: 'doors.example',
      parameters: { type: 'object' },
    })
    const { answer } = await exchange(replies, send('open it'))
    const input = word(answer, decision)
    const asked: unknown[] = []
    const refuse = (question: unknown): Promise<boolean> => {
      asked.push(question)
      return Promise.resolve(false)
    }
    await expect(confirmGrants(input, refuse, database, () => false)).rejects.toEqual(refused)
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(asked)).toContain('doors.example')
    expect(listGrants(database)).toEqual([])
    await confirmGrants(word(answer, 'once'), refuse, database, () => false)
    await confirmGrants(word(answer, 'deny'), refuse, database, () => false)
    expect(asked).toHaveLength(1)
  },
)

test('no tool runs unasked by its policy without the dialog', async () => {
  const store = createSettings({
    folder: temporaryFolder(),
    openStore: () => ({ write: () => undefined }),
    broadcast: () => undefined,
  })
  let count = 0
  const { update } = createSettingsHandlers(store, () => {
    count += 1
    return Promise.resolve(false)
  })
  const caller = { windowId: 1 }
  const tools = { ...defaultToolPreferences, fetchPage: 'allow' as const }
  await expect(async () => update({ tools }, caller)).rejects.toEqual(refused)
  expect(store.get().tools).toEqual(defaultToolPreferences)
  await update({ tools: { ...defaultToolPreferences, fetchPage: 'off' } }, caller)
  await update({ theme: 'dark' }, caller)
  expect(count).toBe(1)
})
