import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBench, runApp, type Bench } from './fixtureApp.ts'

const root = join(import.meta.dirname, '../..')
let bench: Bench

beforeEach(async () => {
  bench = await createBench('headless')
})
afterEach(() => bench.close())

/** Runs a main file that says one thing, which is returned, and ends. */
async function mainSays(name: string, script: string): Promise<{ said: unknown; folder: string }> {
  const app = await bench.dataFolder()
  await mkdir(join(app, 'app'))
  await writeFile(join(app, 'app', name), script)
  const manifest = { name: 'small', productName: 'Small', version: '1.2.3', main: name }
  await writeFile(join(app, 'app', 'package.json'), JSON.stringify(manifest))
  const folder = await bench.dataFolder()
  const running = runApp(bench, folder, join(app, 'app'), ['--lang=fr'])
  const [said] = await running.event('said')
  expect(await running.exited).toBe(0)
  return { said, folder }
}

const say = "const say = (said) => process.stdout.write(JSON.stringify(['said', said]) + '\\n')"

test('a module and a script get the same electron', async () => {
  const { said } = await mainSays(
    'main.mjs',
    `import electron, { app, BrowserWindow, ipcMain } from 'electron'
import * as main from 'electron/main'
import { createRequire } from 'node:module'
${say}
const required = createRequire(import.meta.url)('electron')
say([required === electron, required.app === app, main.ipcMain === ipcMain, typeof BrowserWindow])
app.exit()`,
  )
  expect(said).toEqual([true, true, true, 'function'])
})

test('the process looks like Electron’s', async () => {
  const { said, folder } = await mainSays(
    'main.cjs',
    `const { app } = require('electron')
${say}
app.whenReady().then(() => {
  const { electron, chrome } = process.versions
  say([process.type, electron.split('.').length, Number.parseInt(chrome) > 100, app.getName(), app.getVersion(),
    app.getLocale(), app.isPackaged, app.getPath('userData'), app.getAppPath() === __dirname])
  app.quit()
})`,
  )
  expect(said).toEqual(['browser', 3, true, 'Small', '1.2.3', 'fr', false, folder, true])
})

test('what needs a running app is refused before it is ready', async () => {
  const { said } = await mainSays(
    'main.cjs',
    `const { app, BrowserWindow, globalShortcut, protocol, screen, session, Tray } = require('electron')
${say}
const uses = [
  () => new BrowserWindow(),
  () => new Tray('icon.png'),
  () => globalShortcut.register('F9', () => undefined),
  () => screen.getPrimaryDisplay(),
  () => session.defaultSession,
  () => protocol.handle('app', () => new Response('')),
]
say(uses.map((use) => {
  try {
    use()
    return 'allowed'
  } catch ({ message }) {
    return message
  }
}))
app.exit()`,
  )
  const refused = /before (the )?app (is ready|'ready' event)|when app is ready/
  expect(said).toEqual(Array.from({ length: 6 }, () => expect.stringMatching(refused) as string))
})

test('electron-store keeps its settings under userData', async () => {
  const { said, folder } = await mainSays(
    'main.mjs',
    `import { app } from 'electron'
import Store from ${JSON.stringify(join(root, 'node_modules/electron-store/index.js'))}
${say}
const store = new Store()
store.set('answer', 42)
say([new Store().get('answer'), store.path])
app.exit()`,
  )
  expect(said).toEqual([42, join(folder, 'config.json')])
})

test('the executable runs plain Node where it is asked to', async () => {
  const environment = { ...bench.environment(), ELECTRON_RUN_AS_NODE: '1' }
  const script = join(await bench.dataFolder(), 'script.mjs')
  await writeFile(script, `${say}\nsay([process.type ?? null, process.versions.electron ?? null])`)
  const running = runApp({ ...bench, environment: () => environment }, '', script)
  expect(await running.event('said')).toEqual([[null, null]])
})
