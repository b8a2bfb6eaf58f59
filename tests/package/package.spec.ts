import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect, test, type Page } from '@playwright/test'
import { makeDeb } from '../../scripts/package/debian.mjs'
import { stageParley } from '../../scripts/package/stage.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { openSession } from '../../scripts/session.mjs'
import { openZenity, speak } from '../e2e/desktop.ts'
import { sees, hears } from '../e2e/dictating.ts'
import { createBase, drop, openKnowledge, rowOf } from '../e2e/knowledgePage.ts'
import { drawn, providerAt } from '../e2e/launch.ts'
import { microphoneOf } from '../e2e/microphone.ts'
import { dictatingSettings, overlayOf } from '../e2e/overlay.ts'
import { pdfFile } from '../fakes/documents/pdfFile.ts'
import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { startFakeSpeech } from '../fakes/fakeSpeech.ts'
import { openRoot, rootObstacle, type InstalledRoot } from './installedRoot.ts'

const key = 'sk-kept-in-the-keychain'
const sentence = 'The quick brown fox jumps over the lazy dog.'
const obstacle = rootObstacle()
let folder: string
let root: InstalledRoot
let closeSession: () => Promise<void>

test.skip(obstacle !== undefined, obstacle)
test.beforeAll(async () => {
  const session = await openSession(process.env)
  Object.assign(process.env, session.env)
  folder = mkdtempSync(join(tmpdir(), 'parley-installed-'))
  root = await openRoot()
  closeSession = session.close
})
test.afterAll(async () => {
  await root.close()
  await closeSession()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes packages of two versions, and returns their paths. */
async function makeDebs(): Promise<string[]> {
  const files: string[] = []
  for (const version of ['0.1.0', '0.1.1']) {
    const stage = join(folder, version)
    const options = { root: projectRoot, arch: 'x64', version } as const
    await stageParley(join(stage, 'parley'), options)
    const time = Math.floor(Date.now() / 1000)
    files.push(await makeDeb(join(stage, 'parley'), stage, { ...options, isFast: true, time }))
  }
  return files
}

/** Gives the user a file. */
async function give(path: string, content: string | Buffer): Promise<void> {
  const source = join(folder, 'given')
  writeFileSync(source, content)
  const to = join(root.home, path)
  await root.asRoot('install', '-D', '-o', 'parley-test', '-m', '644', source, to)
  await root.asRoot('chown', '-R', 'parley-test:', join(root.home, path.split('/')[0] ?? ''))
}

async function start(switches: readonly string[] = []) {
  const app = await _electron.launch({
    executablePath: root.programOf('/usr/bin/parley'),
    args: [...switches],
    chromiumSandbox: true,
    env: process.env as Record<string, string>,
  })
  const page = await app.firstWindow()
  await drawn(page)
  return { app, page }
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

const answer = (page: Page) => page.getByRole('article', { name: 'Assistant' }).last()
const systemFiles = () => root.asRoot('find', '/usr', '/etc', '/opt', '-xdev', '-not', '-type', 'd')

test('installed, used, upgraded while it runs, and removed', async () => {
  const [first = '', second = ''] = await makeDebs()
  const before = await systemFiles()
  await root.asRoot('dpkg', '--install', first)

  const server = await startFakeOpenAi({ key })
  const speech = await startFakeSpeech()
  speech.behave(() => ({ kind: 'text', text: sentence }))
  const hotkeys = { toggle: 'CmdOrCtrl+Alt+D', hold: null, readSelection: null }
  const settings = dictatingSettings(speech.origin, { hotkeys })
  const providers = [providerAt(server.origin, 'chat'), ...(settings['providers'] as object[])]
  const defaultModel = { providerId: 'chat', modelId: 'parley-large' }
  await give(
    '.config/Parley/settings.json',
    JSON.stringify({ language: 'en-US', ...settings, providers, defaultModel }),
  )
  const sound = join(folder, 'speech.wav')
  await speak(sentence, sound)
  await root.asRoot('install', '-o', 'parley-test', sound, join(root.home, 'speech.wav'))

  const { app, page } = await start(microphoneOf(join(root.home, 'speech.wav')))
  await ask(page, 'Without a key')
  await page.getByRole('alert').getByRole('button', { name: 'Add key' }).click()
  const group = page.getByRole('group', { name: 'Fake' }).first()
  await group.getByRole('textbox', { name: 'API key' }).fill(key)
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group.getByText('Key saved in the system keychain.')).toBeVisible()
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(answer(page)).toContainText('You said: Without a key')

  expect(await root.asUser('parley', '--version')).toBe('Parley 0.1.0\n')
  expect(await askInTerminal(root, 'Review this', 'a change')).toContain('a change')
  await root.asUser('parley', 'parley://new?text=From%20a%20link')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('From a link')
  const startAtLogin = await page.evaluate(() =>
    window.bridge.call('app.setStartAtLogin', { enabled: true }),
  )
  expect(startAtLogin).toMatchObject({ ok: true, value: { enabled: true } })

  // The code of the next steps is loaded only now, from the folder of the version that runs.
  await root.asRoot('dpkg', '--install', second)
  await openKnowledge(page)
  await createBase(page, 'Manuals')
  const texts = [{ text: 'The warranty ends after five years.', x: 72, y: 720, size: 12 }]
  const bytes = [...pdfFile([{ texts }])]
  await drop(page, { name: 'manual.pdf', type: 'application/pdf', bytes })
  await expect(rowOf(page, 'manual.pdf')).toContainText('Ready')

  const overlay = await overlayOf(app)
  const zenity = await openZenity()
  await root.asUser('parley', '--dictate')
  await hears(overlay)
  await root.asUser('parley', '--dictate')
  await sees(overlay, 'Done')
  expect(await zenity.written()).toContain(sentence)
  await zenity.close()
  await app.close()

  const next = await start()
  expect(await next.app.evaluate(({ app: own }) => [own.getVersion(), own.isPackaged])).toEqual([
    '0.1.1',
    true,
  ])
  await ask(next.page, 'With the key of the keychain')
  await expect(answer(next.page)).toContainText('You said: With the key of the keychain')
  await next.app.close()

  const told = await root.asRoot('dpkg', '--remove', 'parley')
  expect(told).toContain('~/.config/Parley')
  expect(told).toContain('~/.config/autostart/parley.desktop')
  const entry = await root.asRoot('cat', join(root.home, '.config/autostart/parley.desktop'))
  expect(entry).toContain('TryExec=/usr/bin/parley\n')
  expect(added(before, await systemFiles())).toEqual([])
  expect(await root.asRoot('ls', join(root.home, '.config/Parley'))).toContain('history.sqlite')
  await Promise.all([server.close(), speech.close()])
})

/** Returns the answer to a question with a text that is piped in. */
function askInTerminal(to: InstalledRoot, question: string, piped: string): Promise<string> {
  return to.asUser('sh', '-c', 'printf %s "$2" | parley ask "$1"', 'sh', question, piped)
}

/** Files that were not there before. Caches of icons and types are the system's own. */
function added(before: string, after: string): string[] {
  const known = new Set(before.split('\n'))
  return after.split('\n').filter((file) => !known.has(file) && !file.endsWith('.cache'))
}
