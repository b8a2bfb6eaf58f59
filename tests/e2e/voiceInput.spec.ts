import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultVoicePreferences } from '../../src/shared/speech/voices.ts'
import { startFakeSpeech, type FakeSpeech } from '../fakes/fakeSpeech.ts'
import { startFakeVoices, toneWav } from '../fakes/fakeVoices.ts'
import { followMicrophone, recordings, records, unplugMicrophone } from './dictating.ts'
import { providerAt, type LaunchOptions, type Parley } from './launch.ts'
import { microphoneOf, record } from './microphone.ts'
import { expect, expectAccessible, test as base } from './parley.ts'

const engine = { providerId: 'hearing', modelId: 'whisper-1' }

const test = base.extend<{ hearing: FakeSpeech }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  hearing: async ({}, use) => {
    const hearing = await startFakeSpeech()
    hearing.behave((_seen, number) => ({ kind: 'text', text: `Sentence ${String(number)}.` }))
    await use(hearing)
    await hearing.close()
  },
})

// The last file: its tests wait for sound, and all workers share them.
test.describe.configure({ mode: 'parallel' })

let folder: string
const fileOf = (name: string): string => join(folder, `${name}.wav`)

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-microphone-'))
  await record([0.5, 'The quick brown fox jumps over the lazy dog.'], fileOf('one'))
  await record(
    [0.5, 'The quick brown fox jumps.', 1.5, 'Another sentence follows it.', 1.5],
    fileOf('two'),
  )
  await record([10], fileOf('silence'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function settingsOf(hearing: FakeSpeech): Record<string, unknown> {
  return {
    providers: [providerAt(hearing.origin, 'hearing')],
    defaultModel: { providerId: 'hearing', modelId: 'parley-large' },
    speech: {
      language: 'en-US',
      engine,
      microphone: null,
      historyDays: 30,
      historyCount: 500,
      learnVocabulary: false,
      servers: [],
    },
  }
}

type Start = (options?: LaunchOptions) => Promise<Parley>

function startHearing(start: Start, hearing: FakeSpeech, file: string): Promise<Parley> {
  return start({ settings: settingsOf(hearing), switches: microphoneOf(fileOf(file)) })
}

const strip = ({ page }: Parley) => page.getByRole('group', { name: 'Dictation' })
const dictate = ({ page }: Parley) =>
  page.getByRole('button', { name: 'Dictate', exact: true }).click()

test('what is said stands in the composer, at the caret', async ({ start, hearing }) => {
  const parley = await startHearing(start, hearing, 'one')
  const { page, composer } = parley
  await composer.fill('Before after')
  for (let step = 0; step < ' after'.length; step += 1) await composer.press('ArrowLeft')
  await dictate(parley)
  await expect(strip(parley).getByText('Listening')).toBeVisible()
  await expectAccessible(page)
  // The sentence ends before anybody presses Done.
  await expect.poll(() => hearing.transcriptions.length).toBe(1)
  await expect(strip(parley).getByText('Sentence 1.')).toBeVisible()
  await strip(parley).getByRole('button', { name: 'Done' }).click()
  await expect(composer).toHaveValue('Before Sentence 1. after')
  await expect(composer).toBeFocused()
  await expect(strip(parley)).toHaveCount(0)
  await composer.press('ControlOrMeta+z')
  await expect(composer).toHaveValue('Before after')
  expect(hearing.violations).toEqual([])
  expect(hearing.transcriptions[0]!.loudest).toBeGreaterThan(1000)
})

test('sentences come while the speaker goes on, and the last with Done', async ({
  start,
  hearing,
}) => {
  const firstIsSeen = Promise.withResolvers<void>()
  hearing.behave(async (_seen, number) => {
    if (number > 1) await firstIsSeen.promise
    return { kind: 'text', text: `Sentence ${String(number)}.` }
  })
  const parley = await startHearing(start, hearing, 'two')
  await dictate(parley)
  await expect(strip(parley).getByText('Sentence 1.', { exact: true })).toBeVisible()
  firstIsSeen.resolve()
  await expect(strip(parley).getByText('Sentence 1. Sentence 2.')).toBeVisible()
  await expect(strip(parley).getByText('Listening')).toBeVisible()
  await dictate(parley)
  await expect(parley.composer).toHaveValue('Sentence 1. Sentence 2.')
})

test('silence is never sent, and the user told that nothing came', async ({ start, hearing }) => {
  const parley = await startHearing(start, hearing, 'silence')
  await dictate(parley)
  await expect(strip(parley).getByText(/^0:(?!0[012])\d\d$/)).toBeVisible()
  await strip(parley).getByRole('button', { name: 'Done' }).click()
  await expect(strip(parley)).toHaveCount(0)
  await expect(parley.composer).toHaveValue('')
  expect(hearing.transcriptions).toEqual([])
  const alert = parley.page
    .getByRole('alert')
    .filter({ hasText: 'There’s no sound from the microphone' })
  await expect(alert).toBeVisible()
  await expectAccessible(parley.page)
  await alert.getByRole('button', { name: 'Voice settings' }).click()
  await expect(parley.page.getByRole('tab', { name: 'Voice', selected: true })).toBeVisible()
})

test('without an engine nothing is recorded: one button leads to it, gone with the chat', async ({
  start,
  hearing,
}) => {
  const { speech } = settingsOf(hearing)
  const settings = { providers: [], speech: { ...(speech as object), engine: null } }
  // A slow machine begins to record before it knows that no engine is there.
  const parley = await start({ settings, switches: microphoneOf(fileOf('silence')) })
  await dictate(parley)
  const alert = parley.page
    .getByRole('alert')
    .filter({ hasText: 'Speech to text isn’t set up yet' })
  await expect(alert).toBeVisible()
  await expect(alert.getByRole('button')).toHaveText('Set up')
  expect(await recordings(parley.page)).toEqual([])
  await parley.composer.fill('Hello')
  await parley.composer.press('Enter')
  await expect(alert).toHaveCount(0)
  await parley.page.getByRole('button', { name: 'New chat' }).click()
  await dictate(parley)
  await alert.getByRole('button', { name: 'Set up' }).click()
  await expect(parley.page.getByRole('tab', { name: 'Voice', selected: true })).toBeVisible()
  await parley.page.getByRole('button', { name: 'Add provider' }).click()
  await expect(parley.page.getByRole('tab', { name: 'Providers', selected: true })).toBeVisible()
})

test('a microphone that goes away while someone speaks: what was said, and a sentence', async ({
  start,
  hearing,
}) => {
  const parley = await startHearing(start, hearing, 'one')
  await parley.composer.waitFor()
  await followMicrophone(parley.page)
  await dictate(parley)
  await expect.poll(() => hearing.transcriptions.length).toBe(1)
  await unplugMicrophone(parley.page)
  await expect(parley.composer).toHaveValue('Sentence 1.')
  const alert = parley.page
    .getByRole('alert')
    .filter({ hasText: 'The microphone was disconnected' })
  await expect(alert).toContainText('What you said until then is saved')
})

test('words that nobody could make out are told as well', async ({ start, hearing }) => {
  hearing.behave(() => ({ kind: 'text', text: '[BLANK_AUDIO]' }))
  const parley = await startHearing(start, hearing, 'one')
  await dictate(parley)
  await expect.poll(() => hearing.transcriptions.length).toBe(1)
  await strip(parley).getByRole('button', { name: 'Done' }).click()
  await expect(
    parley.page.getByRole('alert').filter({ hasText: 'didn’t catch any words' }),
  ).toBeVisible()
})

test('a server that fails keeps the recording, and Retry brings the text', async ({
  start,
  hearing,
}) => {
  hearing.behave(() => ({ kind: 'status', status: 500, body: { error: { message: 'broken' } } }))
  const parley = await startHearing(start, hearing, 'one')
  const { page, composer } = parley
  await dictate(parley)
  await records(parley, 2)
  await strip(parley).getByRole('button', { name: 'Done' }).click()
  const alert = page.getByRole('alert').filter({ hasText: /problem|kept/ })
  await expect(alert).toContainText('is having problems')
  await expectAccessible(page)
  hearing.behave(() => ({ kind: 'text', text: 'It was kept.' }))
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(composer).toHaveValue('It was kept.')
  await expect(alert).toHaveCount(0)
})

test('Escape cancels, wherever the focus is, and nothing is kept', async ({ start, hearing }) => {
  const parley = await startHearing(start, hearing, 'one')
  const { page, composer } = parley
  await dictate(parley)
  await expect(strip(parley).getByText(/^0:(?!00)\d\d$/)).toBeVisible()
  await composer.press('Escape')
  await expect(strip(parley)).toHaveCount(0)
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue('')
  await expect
    .poll(() => page.evaluate(() => window.bridge.call('speech.list', { before: null, limit: 9 })))
    .toMatchObject({ ok: true, value: [] })
})

test('without a microphone, and without leave to use it, a sentence says what to do', async ({
  start,
  hearing,
}) => {
  const parley = await start({ settings: settingsOf(hearing) })
  const alert = parley.page.getByRole('alert').filter({ hasText: 'icrophone' })
  await dictate(parley)
  await expect(alert).toContainText('Connect one, then try again')
  // The system's own settings deny the microphone.
  await parley.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await dictate(parley)
  await expect(alert).toContainText('Allow it in the system')
  await expectAccessible(parley.page)
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toHaveCount(0)
})

test('whatever is read aloud falls silent for the speaker', async ({ start, server, hearing }) => {
  const speaker = await startFakeVoices()
  speaker.behave(() => ({ status: 200, body: toneWav(8000) }))
  server.behave({ kind: 'answer', text: 'One is here. Two is here.' })
  const settings = settingsOf(hearing)
  const voice = { family: 'openAi', providerId: 'speaker', modelId: 'tts-1', voice: 'alloy' }
  const parley = await start({
    settings: {
      ...settings,
      providers: [
        providerAt(hearing.origin, 'hearing'),
        providerAt(server.origin),
        providerAt(speaker.origin, 'speaker'),
      ],
      defaultModel: { providerId: 'fake', modelId: 'parley-large' },
      voices: { ...defaultVoicePreferences, favourites: { 'en-US': voice }, readAnswers: true },
    },
    switches: microphoneOf(fileOf('one')),
  })
  const reading = parley.page.getByRole('group', { name: 'Reading aloud' })
  await parley.send('Tell me')
  await expect(reading.getByText('Reading')).toBeVisible()
  await dictate(parley)
  await expect(reading).toHaveCount(0)
  await expect(strip(parley).getByText('Listening')).toBeVisible()
  await speaker.close()
})
