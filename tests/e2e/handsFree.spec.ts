import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { defaultSpeechPreferences } from '../../src/shared/speech/speech.ts'
import { defaultVoicePreferences } from '../../src/shared/speech/voices.ts'
import { fakeModels, type FakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { startFakeSpeech, type FakeSpeech } from '../fakes/fakeSpeech.ts'
import { startFakeVoices, toneWav, type FakeVoices } from '../fakes/fakeVoices.ts'
import { providerAt, type Parley } from './launch.ts'
import { record, repeatingMicrophoneOf } from './microphone.ts'
import { expect, expectAccessible, test as base } from './parley.ts'

const test = base.extend<{ hearing: FakeSpeech; speaker: FakeVoices }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  hearing: async ({}, use) => {
    const hearing = await startFakeSpeech()
    await use(hearing)
    await hearing.close()
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  speaker: async ({}, use) => {
    const speaker = await startFakeVoices()
    await use(speaker)
    await speaker.close()
  },
})

/** A busy machine may miss the question at first, and hears it a minute later. */
const patience = { timeout: 120_000 }

let folder: string
const fileOf = (name: string): string => join(folder, `${name}.wav`)

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-hands-free-'))
  // Most machines have opened their microphone by the time someone speaks.
  await record([3, 'What is the quick brown fox?', 25], fileOf('question'))
  await record(
    [3, 'What is the quick brown fox?', 9, 'Stop now, and tell me about the lazy dog.', 9],
    fileOf('interruption'),
  )
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function settingsOf(
  server: FakeOpenAi,
  hearing: FakeSpeech,
  speaker: FakeVoices,
): Record<string, unknown> {
  const voice = { family: 'openAi', providerId: 'speaker', modelId: 'tts-1', voice: 'alloy' }
  return {
    providers: [
      providerAt(server.origin),
      providerAt(hearing.origin, 'hearing'),
      providerAt(speaker.origin, 'speaker'),
    ],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
    speech: {
      ...defaultSpeechPreferences,
      language: 'en-US',
      engine: { providerId: 'hearing', modelId: 'whisper-1' },
    },
    voices: { ...defaultVoicePreferences, favourites: { 'en-US': voice } },
  }
}

const bar = ({ page }: Parley) => page.getByRole('group', { name: 'Live conversation' })
const go = ({ page }: Parley) => page.getByRole('button', { name: 'Live conversation' }).click()

test('where nobody can talk yet the button says why, and what is missing', async ({
  start,
  hearing,
}) => {
  const { page } = await start({
    settings: {
      // No model can answer: even the guide is off.
      providers: [
        providerAt(hearing.origin, 'hearing'),
        { id: 'guide', kind: 'guide', presetId: null, name: 'Guide', baseUrl: '', enabled: false },
      ],
      speech: {
        ...defaultSpeechPreferences,
        engine: { providerId: 'hearing', modelId: 'whisper-1' },
      },
    },
    switches: repeatingMicrophoneOf(fileOf('question')),
  })
  const live = page.getByRole('button', { name: 'Live conversation' })
  await expect(live).toHaveAccessibleDescription('No model is selected yet.')
  await live.click()
  const alert = page.getByRole('alert').filter({ hasText: 'No model is selected yet.' })
  await expect(alert.getByRole('button', { name: 'Choose model' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dictate', exact: true }).click()
  await expect(live).toHaveAccessibleDescription('Finish or cancel the dictation first.')
  await live.click()
  await expect(page.getByText('Finish or cancel the dictation first.').last()).toBeVisible()
  await page
    .getByRole('group', { name: 'Dictation' })
    .getByRole('button', { name: 'Cancel' })
    .click()
})

test('what is said is sent, answered aloud, and listened on; the draft stays', async ({
  start,
  server,
  hearing,
  speaker,
}) => {
  hearing.behave(() => ({ kind: 'text', text: 'What is the quick brown fox?' }))
  server.behave({ kind: 'answer', text: 'It is a sentence. It has every letter.' })
  const parley = await start({
    settings: settingsOf(server, hearing, speaker),
    switches: repeatingMicrophoneOf(fileOf('question')),
  })
  const { page, composer, last } = parley
  await composer.fill('My draft')
  await go(parley)
  await expect(bar(parley).getByText('Listening')).toBeVisible()
  await expectAccessible(page)
  await expect(last('You')).toContainText('What is the quick brown fox?', patience)
  await expect(last('Assistant')).toContainText('It has every letter.')
  // They are fetched in parallel, so their order is not that of the playback.
  await expect
    .poll(() => speaker.spoken.toSorted())
    .toEqual(['It has every letter.', 'It is a sentence.'])
  // The user's turn begins.
  await expect(bar(parley).getByText('Listening')).toBeVisible()
  await bar(parley).getByRole('button', { name: 'End' }).click()
  await expect(bar(parley)).toHaveCount(0)
  expect(hearing.transcriptions).toHaveLength(1)
  expect(hearing.violations).toEqual([])
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(composer).toHaveValue('My draft')
})

test('whoever speaks stops the answer, and is answered next', async ({
  start,
  server,
  hearing,
  speaker,
}) => {
  hearing.behave((_seen, number) => ({ kind: 'text', text: `Question ${String(number)}` }))
  speaker.behave(() => ({ status: 200, body: toneWav(30_000) }))
  server.behave({ kind: 'answer', text: 'One is here. Two is here. Three is here.' })
  const parley = await start({
    settings: settingsOf(server, hearing, speaker),
    switches: repeatingMicrophoneOf(fileOf('interruption')),
  })
  const { page, last } = parley
  const reading = page.getByRole('group', { name: 'Reading aloud' })
  await go(parley)
  await expect(last('You')).toContainText('Question 1', patience)
  await expect(bar(parley).getByText('Speaking')).toBeVisible()
  await expect(reading).toBeVisible()
  await expect(bar(parley).getByText('Hearing you')).toBeVisible(patience)
  await expect(reading).toHaveCount(0)
  await expect(last('You')).toContainText('Question 2', patience)
  await expect(bar(parley).getByText('Speaking')).toBeVisible()
  // In another chat nobody listens any more.
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(bar(parley)).toHaveCount(0)
  await expect(reading).toHaveCount(0)
})

test('who talks before the models are known is answered once they are', async ({
  start,
  server,
  hearing,
  speaker,
}) => {
  const listed = Promise.withResolvers<void>()
  async function* list(): AsyncGenerator<Uint8Array> {
    await listed.promise
    yield Buffer.from(JSON.stringify({ object: 'list', data: fakeModels }))
  }
  server.behaveAt('/v1/models', () => ({
    kind: 'bytes',
    pieces: list(),
    type: 'application/json',
  }))
  hearing.behave(() => ({ kind: 'text', text: 'What is the quick brown fox?' }))
  const { defaultModel: _defaultModel, ...settings } = settingsOf(server, hearing, speaker)
  const parley = await start({ settings, switches: repeatingMicrophoneOf(fileOf('question')) })
  await go(parley)
  await expect(bar(parley)).toBeVisible()
  listed.resolve()
  await expect(parley.last('You')).toContainText('quick brown fox', patience)
})

test('speech that can’t be transcribed is kept, and Retry goes on from there', async ({
  start,
  server,
  hearing,
  speaker,
}) => {
  hearing.behave(() => ({ kind: 'status', status: 401, body: { error: { message: 'no' } } }))
  const parley = await start({
    settings: settingsOf(server, hearing, speaker),
    switches: repeatingMicrophoneOf(fileOf('question')),
  })
  await go(parley)
  const alert = parley.page.getByRole('alert').filter({ hasText: 'API key' })
  await expect(alert).toBeVisible(patience)
  await expect(bar(parley)).toHaveCount(0)
  await expectAccessible(parley.page)
  hearing.behave(() => ({ kind: 'text', text: 'Kept and sent' }))
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(parley.last('You')).toContainText('Kept and sent', patience)
  await expect(bar(parley)).toBeVisible()
})

test('speech that can’t be sent comes into the composer, before the draft', async ({
  start,
  server,
  hearing,
  speaker,
}) => {
  hearing.behave(() => ({ kind: 'text', text: 'What is the quick brown fox?' }))
  const parley = await start({
    settings: settingsOf(server, hearing, speaker),
    switches: repeatingMicrophoneOf(fileOf('question')),
  })
  const { composer, send, last, folder: data } = parley
  await send('Hello')
  await expect(last('Assistant')).toContainText('You said: Hello')
  await composer.fill('My draft')
  await go(parley)
  await expect(bar(parley).getByText('Listening')).toBeVisible()
  // The chat is gone, and the page does not know yet.
  const database = new DatabaseSync(join(data, 'history.sqlite'))
  database.exec('UPDATE conversation SET removed_at = 1')
  database.close()
  await expect(composer).toHaveValue('What is the quick brown fox?\n\nMy draft', patience)
  await expect(bar(parley)).toHaveCount(0)
})
