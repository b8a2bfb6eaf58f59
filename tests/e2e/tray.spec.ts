import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright'
import { startFakeSpeech, type FakeSpeech } from '../fakes/fakeSpeech.ts'
import { hears, records, sees, startDictating } from './dictating.ts'
import { root } from './launch.ts'
import { record } from './microphone.ts'
import { expect, test as base } from './parley.ts'

const test = base.extend<{ hearing: FakeSpeech }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  hearing: async ({}, use) => {
    const hearing = await startFakeSpeech()
    await use(hearing)
    await hearing.close()
  },
})

test.skip(
  process.platform !== 'linux' || !process.env['ELECTRON_OVERRIDE_DIST_PATH'],
  'Electron does not tell what its tray shows',
)

let folder: string
let sound: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tray-'))
  sound = join(folder, 'speech.wav')
  await record([0.5, 'The quick brown fox jumps over the lazy dog.'], sound)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The host's own access to its trays. */
type HostTray = { shown: () => (Omit<import('electron').Tray, 'menu'> & HostTrayState)[] }
interface HostTrayState {
  image: import('electron').NativeImage
  toolTip: string
  menu: import('electron').Menu
}

function trayOf(app: ElectronApplication) {
  return app.evaluate(({ Tray }) => {
    const trays = (Tray as unknown as HostTray).shown()
    return trays.map(({ image, toolTip, menu }) => ({
      image: image.toPNG().toString('base64'),
      toolTip,
      labels: menu.items.flatMap(({ type, label }) => (type === 'separator' ? [] : [label])),
    }))
  })
}

function choose(app: ElectronApplication, id: string): Promise<void> {
  return app.evaluate(({ Tray }, chosen) => {
    ;(Tray as unknown as HostTray).shown()[0]?.menu.getMenuItemById(chosen)?.click()
  }, id)
}

const imageOf = (name: string): string =>
  readFileSync(join(root, 'resources/tray', `${name}.png`), 'base64')

const usual = {
  image: imageOf('tray'),
  toolTip: 'Parley',
  labels: ['Show Parley', 'Dictate', 'Quit Parley'],
}
const recording = {
  image: imageOf('trayRecording'),
  toolTip: 'Parley is listening: microphone is on',
}

test('the tray says that the microphone is open while the window is hidden, and dictates', async ({
  start,
  hearing,
}) => {
  const { parley, overlay } = await startDictating(start, { origin: hearing.origin, sound })
  const { app } = parley
  expect(await trayOf(app)).toEqual([usual])
  const window = await app.browserWindow(parley.page)
  await window.evaluate((hidden) => hidden.hide())
  await choose(app, 'dictate')
  await hears(overlay)
  expect(await trayOf(app)).toEqual([
    { ...recording, labels: ['Show Parley', 'Finish dictation', 'Quit Parley'] },
  ])
  // Less than a word would not be sent.
  await records(parley, 1)
  await choose(app, 'dictate')
  await sees(overlay, 'Done')
  await expect.poll(() => trayOf(app)).toEqual([usual])
  await choose(app, 'showParley')
  await expect.poll(() => window.evaluate((shown) => shown.isVisible())).toBe(true)
})

test('every other use of the microphone is shown too, and ends with its page', async ({
  start,
  hearing,
}) => {
  const { parley } = await startDictating(start, { origin: hearing.origin, sound })
  const { app, page } = parley
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Voice' }).click()
  const test = page.getByRole('button', { name: 'Test', exact: true })
  await test.click()
  await expect.poll(() => trayOf(app)).toMatchObject([recording])
  await page.getByRole('button', { name: 'Stop test' }).click()
  await expect.poll(() => trayOf(app)).toEqual([usual])
  await test.click()
  await expect.poll(() => trayOf(app)).toMatchObject([recording])
  await page.reload()
  await expect.poll(() => trayOf(app)).toEqual([usual])
})

test('Quit ends Parley', async ({ start, hearing }) => {
  const { parley } = await startDictating(start, { origin: hearing.origin, sound })
  const closed = parley.app.waitForEvent('close')
  await choose(parley.app, 'quit').catch(() => undefined)
  await closed
})
