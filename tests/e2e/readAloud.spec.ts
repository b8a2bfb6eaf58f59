import { defaultVoicePreferences } from '../../src/shared/speech/voices.ts'
import { startFakeVoices, toneWav } from '../fakes/fakeVoices.ts'
import type { FakeVoices } from '../fakes/fakeVoices.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, test as base } from './parley.ts'

const test = base.extend<{ speaker: FakeVoices }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  speaker: async ({}, use) => {
    const speaker = await startFakeVoices()
    await use(speaker)
    await speaker.close()
  },
})

const model = { providerId: 'fake', modelId: 'parley-large' }

function settingsWith(origin: string, speaker: FakeVoices) {
  const voice = { family: 'openAi', providerId: 'speaker', modelId: 'tts-1', voice: 'alloy' }
  return {
    providers: [providerAt(origin), providerAt(speaker.origin, 'speaker')],
    defaultModel: model,
    voices: { ...defaultVoicePreferences, favourites: { 'en-US': voice } },
  }
}

/** Returns the requested voice for each text. */
function voicesOf({ requests }: FakeVoices): Record<string, string> {
  const asked = requests.filter(({ path }) => path === '/v1/audio/speech')
  return Object.fromEntries(
    asked.map(({ body }) => {
      const { input, voice } = body as { input: string; voice: string }
      return [input, voice]
    }),
  )
}

/** Records when each sound was scheduled, and for how long. */
const recordSounds = (): void => {
  const sounds: { start: number; duration: number }[] = []
  Object.assign(window, { sounds })
  const { start } = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
    sounds.push({ start: when, duration: this.buffer?.duration ?? 0 })
    start.call(this, when, ...rest)
  }
}

test('an answer is read while it is written, in order, without gap or overlap', async ({
  start,
  server,
  speaker,
}) => {
  const text =
    'First sentence. Second **sentence**.\n\n```js\nskipped()\n```\n\nThird sentence ends it.'
  server.behave({ kind: 'answer', text, tokensPerSecond: 4 })
  const { page, composer, send, last } = await start({
    settings: settingsWith(server.origin, speaker),
  })
  await expect(composer).toBeVisible()
  await page.evaluate(recordSounds)
  await send('Tell me')
  await last('Assistant').hover()
  await last('Assistant').getByRole('button', { name: 'Read aloud' }).click()
  // The first sentence is requested before the answer is complete.
  await expect.poll(() => speaker.spoken[0]).toBe('First sentence.')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('group', { name: 'Reading aloud' })).toBeVisible()
  await expect
    .poll(() => speaker.spoken.toSorted())
    .toEqual(['Code.', 'First sentence.', 'Second sentence.', 'Third sentence ends it.'])
  await expect(page.getByRole('group', { name: 'Reading aloud' })).toHaveCount(0)
  const sounds = await page.evaluate(
    () => (window as unknown as { sounds: { start: number; duration: number }[] }).sounds,
  )
  expect(sounds).toHaveLength(4)
  for (const [index, sound] of sounds.slice(1).entries()) {
    const before = sounds[index]
    expect(sound.start).toBeGreaterThanOrEqual(
      (before?.start ?? 0) + (before?.duration ?? 0) - 1e-6,
    )
  }
  expect(speaker.complaints).toEqual([])
})

test('reading is paused, skipped and stopped, and its sentence is marked', async ({
  start,
  server,
  speaker,
}) => {
  speaker.behave(() => ({ status: 200, body: toneWav(20_000) }))
  server.behave({ kind: 'answer', text: 'One is here. Two is here. Three is here.' })
  const { page, send, last } = await start({ settings: settingsWith(server.origin, speaker) })
  await send('Count')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('reading') ?? [])].map(String).join('|'))
  await last('Assistant').getByRole('button', { name: 'Read aloud' }).click()
  await expect(page.getByRole('group', { name: 'Reading aloud' })).toBeVisible()
  await expect.poll(() => speaker.spoken.length).toBeGreaterThan(0)
  await expect.poll(marked).toBe('One is here.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Next sentence' }).click()
  await expect.poll(marked).toBe('Two is here.')
  await page.getByRole('button', { name: 'Previous sentence' }).click()
  await expect.poll(marked).toBe('One is here.')
  await last('Assistant').getByRole('button', { name: 'Stop reading' }).click()
  await expect.poll(marked).toBe('')
  await expect(page.getByRole('group', { name: 'Reading aloud' })).toHaveCount(0)
})

test('a voice that fails is said in a sentence', async ({ start, server, speaker }) => {
  speaker.behave(() => ({ status: 401, body: '{"error":{"message":"no"}}' }))
  server.behave({ kind: 'answer', text: 'Nobody hears this.' })
  const { page, send, last } = await start({ settings: settingsWith(server.origin, speaker) })
  await send('Say it')
  await last('Assistant').getByRole('button', { name: 'Read aloud' }).click()
  await expect(page.getByText(/refused the key|key was refused|API key/i).first()).toBeVisible()
  await expect(last('Assistant').getByRole('button', { name: 'Read aloud' })).toBeVisible()
})

test('voices are chosen by language, and tried', async ({ start, server, speaker }) => {
  const { page } = await start({ settings: settingsWith(server.origin, speaker) })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Voice' }).click()
  await page.getByRole('button', { name: 'Voice: alloy' }).click()
  await page.getByRole('option', { name: 'shimmer' }).last().click()
  await expect(page.getByRole('button', { name: 'Voice: shimmer' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  const spoken = () => speaker.requests.findLast(({ path }) => path === '/v1/audio/speech')
  await expect.poll(() => spoken()?.body).toMatchObject({ voice: 'shimmer' })
})

test('a model has a voice of its own, another script has another, and so after a restart', async ({
  start,
  server,
  speaker,
}) => {
  const english = 'This is the first sentence.'
  const japanese = 'これは二番目の文です。'
  server.behave({ kind: 'answer', text: `${english} ${japanese}` })
  const settings = settingsWith(server.origin, speaker)
  const general = { family: 'openAi', providerId: 'speaker', modelId: 'tts-1', voice: 'echo' }
  const { favourites } = settings.voices
  const first = await start({
    settings: {
      ...settings,
      voices: { ...settings.voices, favourites: { ...favourites, 'ja-JP': general } },
    },
  })
  await first.page.getByRole('button', { name: 'Settings' }).click()
  await first.page.getByRole('tab', { name: 'Voice' }).click()
  await first.page.getByRole('button', { name: 'Model: All models' }).click()
  await first.page.getByRole('option', { name: 'parley-large' }).click()
  await first.page.getByRole('button', { name: 'Voice: Same as all models' }).click()
  await first.page.getByRole('option', { name: 'shimmer' }).last().click()
  await expect(first.page.getByRole('button', { name: 'Voice: shimmer' })).toBeFocused()
  await expectAccessible(first.page)
  await first.page.getByRole('button', { name: 'Preview' }).click()
  await expect.poll(() => Object.values(voicesOf(speaker))).toEqual(['shimmer'])
  await first.close()

  const { page, send, last } = await start({ folder: first.folder })
  const readAnswer = async (count: number): Promise<void> => {
    speaker.requests.length = 0
    await send('Tell me')
    await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(count)
    await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
    await last('Assistant').getByRole('button', { name: 'Read aloud' }).click()
  }
  await readAnswer(1)
  await expect.poll(() => voicesOf(speaker)).toEqual({ [english]: 'shimmer', [japanese]: 'echo' })

  speaker.behave(() => ({ status: 200, body: toneWav(20_000) }))
  await page.getByRole('button', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'parley-small' }).click()
  await readAnswer(2)
  // The Japanese sound is there already.
  await expect.poll(() => voicesOf(speaker)).toEqual({ [english]: 'alloy' })

  // One click leads from the reading to the choice of its voice.
  await expect(page.getByText('Reading', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Change voice' }).click()
  await expect(page.getByRole('button', { name: 'Model: parley-small' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Voice: Same as all models' })).toBeFocused()
  // The panel scrolls without the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await page.getByRole('button', { name: 'Model: parley-small' }).click()
  await page.getByRole('option', { name: 'parley-large' }).click()
  await page.getByRole('button', { name: 'Voice: shimmer' }).click()
  await page.getByRole('option', { name: 'Same as all models' }).click()
  await page.getByRole('button', { name: 'Model: parley-large' }).click()
  await expect(page.getByRole('group', { name: 'With their own voice' })).toHaveCount(0)
})
