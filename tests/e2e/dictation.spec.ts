import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { sampleRate } from '../../src/shared/speech/audio.ts'
import { maxQueryLength } from '../../src/shared/limits.ts'
import { startFakeSpeech, type FakeSpeech } from '../fakes/fakeSpeech.ts'
import {
  clipboardContent,
  copyElsewhere,
  focusedWindow,
  openShell,
  openXterm,
  openZenity,
  run,
  speak,
  xdotool,
} from './desktop.ts'
import {
  followMicrophone,
  hears,
  recordings,
  records,
  sees,
  startDictating as startWith,
  status,
  unplugMicrophone,
  type Start,
} from './dictating.ts'
import { root } from './launch.ts'
import { dictatingSettings } from './overlay.ts'
import { expect, expectAccessible, test } from './parley.ts'

test.skip(process.platform !== 'linux', 'The keys are pressed by xdotool')

const toggleKeys = 'ctrl+alt+d'
const noHotkeys = { toggle: null, hold: null, readSelection: null }
const sentence = 'The quick brown fox jumps over the lazy dog.'
let folder: string
let sound: string
let speech: FakeSpeech

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-dictation-'))
  sound = join(folder, 'speech.wav')
  await speak(sentence, sound)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))
test.beforeEach(async () => {
  speech = await startFakeSpeech()
  speech.behave(() => ({ kind: 'text', text: sentence }))
})
test.afterEach(() => speech.close())

const startDictating = (start: Start, dictation: Record<string, unknown> = {}) =>
  startWith(start, { origin: speech.origin, sound, dictation })

/** Clicks with the system's mouse: Playwright's own click would give the page the keyboard too. */
async function clickWithMouse(overlay: Page, name: string): Promise<void> {
  const box = await overlay.getByRole('button', { name }).boundingBox()
  if (!box) throw new Error(`There is no ${name}`)
  const [left, top] = await overlay.evaluate(() => [screenX, screenY] as const)
  const x = Math.round(left + box.x + box.width / 2)
  const y = Math.round(top + box.y + box.height / 2)
  await xdotool('mousemove', String(x), String(y), 'click', '1')
}

test('the hotkey from another program, and the text in its field', async ({ start }) => {
  const { parley, overlay } = await startDictating(start)
  const owner = copyElsewhere('UTF8_STRING', Buffer.from('what I had copied'))
  const app = await openZenity()
  await xdotool('key', toggleKeys)
  await hears(overlay)
  expect(await focusedWindow()).toBe(app.window)
  await records(parley, 2)
  await xdotool('key', toggleKeys)
  await sees(overlay, 'Done')
  expect(await focusedWindow()).toBe(app.window)
  await expect
    .poll(async () => (await clipboardContent('UTF8_STRING')).toString())
    .toBe('what I had copied')
  expect(await app.written()).toContain(sentence)
  expect(speech.violations).toEqual([])
  await app.close()
  owner.kill()
})

test('xterm, where another key pastes, by a key held down; an image stays in the clipboard', async ({
  start,
}) => {
  const { parley, overlay } = await startDictating(start, {
    hotkeys: { ...noHotkeys, hold: 'F9' },
  })
  const image = readFileSync(join(import.meta.dirname, '../../build/icon.png'))
  const owner = copyElsewhere('image/png', image)
  const app = await openXterm()
  await xdotool('keydown', 'F9')
  await hears(overlay)
  await expect(overlay.getByRole('meter')).toBeVisible()
  await records(parley, 2)
  expect(await focusedWindow()).toBe(app.window)
  await xdotool('keyup', 'F9')
  await sees(overlay, 'Done')
  expect(await focusedWindow()).toBe(app.window)
  await expect.poll(app.written).toContain(sentence)
  await expect(async () => {
    expect((await clipboardContent('image/png')).equals(image)).toBe(true)
  }).toPass()
  await app.close()
  owner.kill()
})

test('a transcript that presses keys runs nothing in a shell', async ({ start }) => {
  speech.behave(() => ({
    kind: 'text',
    text: 'echo one\u001b[201~\nrm two\r\u0085three\u2028four\u0003\u0004\t\u009b201~\n',
  }))
  const { parley, overlay } = await startDictating(start)
  const shell = await openShell()
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await records(parley, 2)
  await xdotool('key', toggleKeys)
  await sees(overlay, 'Done')
  expect(await shell.ran()).toEqual([])
  expect(await shell.enter()).toEqual(['echo one[201~ rm two three four 201~'])
  await shell.close()
})

test('what comes to nothing is said, with the way to the settings', async ({ start }) => {
  const { parley, overlay } = await startDictating(start, {
    hotkeys: { ...noHotkeys, hold: 'F9' },
  })
  // The key is only touched.
  await xdotool('key', 'F9')
  await expect(status(overlay, 'Too short')).toBeVisible()
  // Nobody can make out any word.
  speech.behave(() => ({ kind: 'text', text: '[BLANK_AUDIO]' }))
  await xdotool('keydown', 'F9')
  await hears(overlay)
  await records(parley, 2)
  await xdotool('keyup', 'F9')
  await expect(status(overlay, 'No speech heard')).toBeVisible()
  await expect(overlay.getByText('didn’t catch any words')).toBeVisible()
  // The microphone's own switch has muted it.
  await overlay.evaluate(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      for (const track of stream.getTracks()) track.enabled = false
      return stream
    }
  })
  await xdotool('keydown', 'F9')
  await expect(status(overlay, 'Listening')).toBeVisible()
  await records(parley, 1)
  await xdotool('keyup', 'F9')
  await expect(overlay.getByText('There’s no sound from the microphone')).toBeVisible()
  await clickWithMouse(overlay, 'Voice settings')
  await expect(parley.page.getByRole('tab', { name: 'Voice', selected: true })).toBeVisible()
  await expect(overlay.getByRole('region', { name: 'Dictation' })).toHaveCount(0)
})

test('a microphone that may not be used, and one that goes away, are told in the overlay', async ({
  start,
}) => {
  const { speech: preferences } = dictatingSettings(speech.origin, {})
  const { parley, overlay } = await startWith(start, {
    origin: speech.origin,
    sound,
    dictation: { insertion: 'copy' },
    settings: { speech: { ...(preferences as object), microphone: 'unplugged' } },
  })
  await followMicrophone(overlay)
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await expect(overlay.getByText('The chosen microphone isn’t connected')).toBeVisible()
  await records(parley, 2)
  await unplugMicrophone(overlay)
  await expect(overlay.getByText('The microphone was disconnected')).toBeVisible()
  expect((await clipboardContent('UTF8_STRING')).toString()).toBe(sentence)
  await overlay.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await xdotool('key', toggleKeys)
  await expect(status(overlay, 'Failed')).toBeVisible()
  await expect(overlay.getByText('doesn’t have permission to use the microphone')).toBeVisible()
  await expect(overlay.getByRole('button', { name: 'Voice settings' })).toBeVisible()
})

test('Cancel inserts nothing and keeps nothing', async ({ start }) => {
  const { parley, overlay } = await startDictating(start)
  const app = await openZenity()
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await records(parley, 0.5)
  await clickWithMouse(overlay, 'Cancel')
  await expect(overlay.getByRole('region', { name: 'Dictation' })).toHaveCount(0)
  expect(await focusedWindow()).toBe(app.window)
  await expect.poll(() => recordings(parley.page)).toEqual([])
  expect(await app.written()).toBe('')
  await app.close()
})

test('a server that fails: the recording is kept, and Retry inserts its text', async ({
  start,
}) => {
  const { parley, overlay } = await startDictating(start)
  speech.behave(() => ({ kind: 'status', status: 400, body: { error: { message: 'No.' } } }))
  const app = await openZenity()
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await records(parley, 2)
  await xdotool('key', toggleKeys)
  await expect(status(overlay, 'Failed')).toBeVisible()
  await expect.poll(() => recordings(parley.page)).toMatchObject([{ state: 'failed' }])
  speech.behave(() => ({ kind: 'text', text: sentence }))
  await clickWithMouse(overlay, 'Retry')
  await sees(overlay, 'Done')
  expect(await app.written()).toContain(sentence)
  await app.close()
})

test('killed while it records: all but the last second is in the history at the next start', async ({
  start,
}) => {
  const { parley, overlay } = await startDictating(start)
  await overlay.evaluate(noteMicrophone)
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await expect.poll(() => overlay.evaluate(() => window.secondsHeard())).toBeGreaterThan(2)
  const [before] = await recordings(parley.page)
  // Sound that comes before the kill may be lost or kept: a busy machine kills late.
  const secondsHeard = await overlay.evaluate(() => window.secondsHeard())
  await parley.kill()
  const again = await start({ folder: parley.folder })
  await again.composer.waitFor()
  const [after] = await recordings(again.page)
  expect(after).toMatchObject({ id: before!.id, state: 'interrupted', purpose: 'dictation' })
  expect(secondsHeard).toBeGreaterThan(2)
  expect(after!.samples / sampleRate).toBeGreaterThan(secondsHeard - 1)
})

test("into Parley's own composer", async ({ start }) => {
  const { parley, overlay } = await startDictating(start, { insertion: 'composer' })
  await parley.composer.fill('Before.')
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await records(parley, 2)
  await xdotool('key', toggleKeys)
  await expect(parley.composer).toHaveValue(`Before. ${sentence}`)
  // The window's program must not run in the overlay, too: it would take the text.
  const files = await overlay.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  expect(files.filter((path) => /\/(?:index|start)-[^/]*\.js$/.test(path))).toEqual([])
  expect(files.some((path) => /\/overlay-[^/]*\.js$/.test(path))).toBe(true)
})

test('in the window of Parley itself no field need have the focus or room; elsewhere Copy is offered', async ({
  start,
}) => {
  const { parley, overlay } = await startDictating(start)
  const dictate = async (): Promise<void> => {
    await xdotool('key', toggleKeys)
    await hears(overlay)
    await records(parley, 2)
    await xdotool('key', toggleKeys)
  }
  await parley.composer.fill('Before.')
  await parley.composer.click()
  await parley.page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await dictate()
  await expect(parley.composer).toHaveValue(`Before. ${sentence}`)
  const search = parley.page.getByRole('searchbox', { name: 'Search chats' })
  await search.fill('Near')
  await dictate()
  await expect(search).toHaveValue(`Near${sentence}`)
  // It has room for three more letters.
  const nearlyFull = 'a'.repeat(maxQueryLength - 3)
  await search.fill(nearlyFull)
  await dictate()
  await expect(parley.composer).toHaveValue(`Before. ${sentence} ${sentence}`)
  await expect(search).toHaveValue(nearlyFull)
  const app = await openZenity()
  await dictate()
  await sees(overlay, 'Done')
  await clickWithMouse(overlay, 'Copy')
  await expect(overlay.getByRole('region', { name: 'Dictation' })).toHaveCount(0)
  expect((await clipboardContent('UTF8_STRING')).toString()).toBe(sentence)
  await app.close()
})

test('a text goes to no other window than the one in front at the press', async ({ start }) => {
  const { parley, overlay } = await startDictating(start)
  const first = await openZenity()
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await records(parley, 2)
  const second = await openZenity()
  await xdotool('key', toggleKeys)
  await expect(status(overlay, 'Not inserted')).toBeVisible()
  await expect(overlay.getByText('Another window was in front')).toBeVisible()
  expect((await clipboardContent('UTF8_STRING')).toString()).toBe(sentence)
  expect(await second.written()).toBe('')
  await first.close()
})

test('the command that a desktop runs at a key of its own does as the hotkey', async ({
  start,
}) => {
  test.skip(!process.env['ELECTRON_OVERRIDE_DIST_PATH'], 'Playwright adds its own to Electron’s')
  const { parley, overlay } = await startDictating(start, {
    hotkeys: { ...noHotkeys, hold: 'F9' },
  })
  const command = [root, `--user-data-dir=${parley.folder}`, '--dictate']
  await run(join(root, 'chromium-host/electron'), command)
  await hears(overlay)
  await records(parley, 2)
  await run(join(root, 'chromium-host/electron'), command)
  await expect(status(overlay, 'Transcribing').or(status(overlay, 'Done'))).toBeVisible()
})

test('settings: keys are chosen by pressing them, and conflicts are told', async ({ start }) => {
  const { parley } = await startDictating(start)
  const { page } = parley
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Dictation' }).click()
  const field = page.getByRole('button', { name: 'Choose keys: Hold to talk' })
  for (const [keys, complaint] of [
    ['Control+Alt+D', 'Another hotkey here already uses these keys.'],
    ['Control+K', 'Parley already uses these keys in its own window.'],
    ['d', /needed for typing/],
  ] as const) {
    await field.click()
    await page.keyboard.press(keys)
    await expect(page.getByRole('alert')).toHaveText(complaint)
  }
  await field.click()
  await page.keyboard.press('F9')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('F9', { exact: true })).toBeVisible()
  const report = page.getByRole('region', { name: 'System check' })
  await expect(report).toContainText('Works')
  const unset = report.getByRole('listitem').filter({ hasText: 'Read selection hotkey' })
  await expect(unset).toContainText('Not set')
  await expect(unset).not.toContainText('Works')
  await unset.getByRole('button', { name: 'Choose keys' }).click()
  await expect(
    page.getByRole('button', { name: 'Choose keys: Read selection aloud' }),
  ).toBeFocused()
  await expectAccessible(page)
})

test('settings: what does not work here is told at once, with what mends it', async ({ start }) => {
  const { page } = await start({
    settings: {},
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'no-bus')}` },
  })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Dictation' }).click()
  const report = page.getByRole('region', { name: 'System check' })
  const first = report.getByRole('listitem').first()
  await expect(first).toContainText('Speech to text')
  await expect(first).toContainText('Not set up yet')
  await expect(first.getByRole('button', { name: 'Set up' })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Keychain' })
  await expect(row).toContainText('keys are only kept until you quit Parley')
  await row.getByRole('button').first().click()
  await expect(row).toContainText('keys are only kept until you quit Parley')
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('tab', { name: 'Voice', selected: true })).toBeVisible()
})

declare global {
  interface Window {
    /** Returns the seconds of sound delivered, by the audio clock. */
    secondsHeard: () => number
  }
}

/** Runs in the page before it opens its microphone. */
function noteMicrophone(): void {
  const { createMediaStreamSource } = AudioContext.prototype
  AudioContext.prototype.createMediaStreamSource = function (stream) {
    const from = this.currentTime
    window.secondsHeard = () => this.currentTime - from
    return createMediaStreamSource.call(this, stream)
  }
}
