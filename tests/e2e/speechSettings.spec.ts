import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { startFakeSpeech, type FakeSpeech } from '../fakes/fakeSpeech.ts'
import { records } from './dictating.ts'
import { providerAt } from './launch.ts'
import { microphoneOf, record } from './microphone.ts'
import { expect, expectAccessible, openProviders, test as base } from './parley.ts'

const test = base.extend<{ hearing: FakeSpeech }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  hearing: async ({}, use) => {
    const hearing = await startFakeSpeech()
    await use(hearing)
    await hearing.close()
  },
})

let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-speech-settings-'))
  await record([0.5, 'The quick brown fox jumps over the lazy dog.'], join(folder, 'one.wav'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openVoiceSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Voice' }).click()
}

function settingsOf(hearing: FakeSpeech): Record<string, unknown> {
  return {
    providers: [providerAt(hearing.origin, 'hearing')],
    defaultModel: { providerId: 'hearing', modelId: 'parley-large' },
  }
}

test('the microphone is tested and chosen, with language, engine and history', async ({
  start,
  hearing,
}) => {
  const { page } = await start({
    settings: settingsOf(hearing),
    switches: microphoneOf(join(folder, 'one.wav')),
  })
  await openVoiceSettings(page)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('Parley can hear you')).toBeVisible()
  await page.getByRole('button', { name: 'Stop test' }).click()
  await expect(page.getByRole('meter')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Microphone' }).click()
  const choices = page.getByRole('option')
  await expect(choices.first()).toHaveText('System default')
  await choices.nth(1).click()
  await page.getByRole('combobox', { name: 'Spoken language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await page.getByRole('button', { name: 'Speech to text: Automatic' }).click()
  await page.getByRole('option', { name: 'whisper-1' }).click()
  await expect(page.getByRole('button', { name: 'Speech to text: whisper-1' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Keep recordings' }).click()
  await page.getByRole('option', { name: 'Forever' }).click()
  await expectAccessible(page)
  await expect
    .poll(() => page.evaluate(() => window.bridge.call('settings.get', {})))
    .toMatchObject({
      ok: true,
      value: {
        speech: {
          language: 'de-DE',
          engine: { providerId: 'hearing', modelId: 'whisper-1' },
          microphone: expect.any(String),
          historyDays: null,
        },
      },
    })
})

test('words are added, imported and removed', async ({ start, hearing }) => {
  const { page } = await start({ settings: settingsOf(hearing) })
  await openVoiceSettings(page)
  await page.getByLabel('Word', { exact: true }).fill('parlay')
  await page.getByLabel('Written as (optional)').fill('Parley')
  await page.getByLabel('Written as (optional)').press('Enter')
  const words = page.getByRole('list', { name: 'Vocabulary' }).getByRole('listitem')
  await expect(words).toHaveCount(1)
  await expect(words).toContainText('Parley')
  await page.getByRole('button', { name: 'Import' }).click()
  await expectAccessible(page)
  await page
    .getByRole('textbox', { name: 'Words' })
    .fill('Silero\ncooper netties => Kubernetes\nparlay => Parley')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('2 words added. 1 was already there.')).toBeVisible()
  await expect(words).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove Silero' }).click()
  await expect(words).toHaveCount(2)
  await expectAccessible(page)
})

test('what is corrected in the composer is suggested, with consent', async ({ start, hearing }) => {
  hearing.behave(() => ({ kind: 'text', text: 'We use parlay here.' }))
  const parley = await start({
    settings: settingsOf(hearing),
    switches: microphoneOf(join(folder, 'one.wav')),
  })
  const { page, composer, last } = parley
  await openVoiceSettings(page)
  await page.getByRole('switch', { name: 'Learn from my corrections' }).click()
  await expect(page.getByText('No suggestions yet')).toBeVisible()
  for (let time = 0; time < 2; time += 1) {
    await page.keyboard.press('ControlOrMeta+n')
    await page.getByRole('button', { name: 'Dictate', exact: true }).click()
    await records(parley, 2)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(composer).toHaveValue('We use parlay here.')
    await composer.fill('We use Parley here.')
    await composer.press('Enter')
    await expect(last('You')).toContainText('We use Parley here.')
  }
  await openVoiceSettings(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add “Parley” for “parlay”' }).click()
  const words = page.getByRole('list', { name: 'Vocabulary' }).getByRole('listitem')
  await expect(words).toContainText('Parley')
  await expect(page.getByText('No suggestions yet')).toBeVisible()
})

test('recordings are heard again, transcribed again, and deleted', async ({ start, hearing }) => {
  hearing.behave(() => ({ kind: 'text', text: 'The quick brown fox.' }))
  const parley = await start({
    settings: settingsOf(hearing),
    switches: microphoneOf(join(folder, 'one.wav')),
  })
  const { page, composer } = parley
  await page.getByRole('button', { name: 'Dictate', exact: true }).click()
  await records(parley, 2)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(composer).toHaveValue('The quick brown fox.')
  await openVoiceSettings(page)
  const rows = page.getByRole('list', { name: 'Recordings' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('The quick brown fox.')
  await rows.getByRole('button', { name: 'Play' }).click()
  await expect(rows.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(rows.getByRole('button', { name: 'Play' })).toBeVisible()
  hearing.behave(() => ({ kind: 'text', text: 'Another hearing.' }))
  await rows.getByRole('button', { name: 'Transcribe again' }).click()
  await expect(rows).toContainText('Another hearing.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete all' })
    .click()
  await expect(page.getByText('No recordings yet')).toBeVisible()
})

test('fal’s voices are offered once it has a key, and one is chosen', async ({ start }) => {
  const fal = await startFakeFal()
  try {
    const provider = { ...providerAt(fal.origin, 'fal'), kind: 'fal', presetId: 'fal', name: 'fal' }
    const { page } = await start({
      settings: { providers: [{ ...provider, baseUrl: fal.origin }] },
    })
    await openProviders(page)
    const card = page.getByRole('group', { name: 'fal' })
    await card.getByRole('textbox', { name: 'API key' }).fill('fal-key')
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('tab', { name: 'Voice' }).click()
    await page.getByRole('button', { name: /^Voice: / }).click()
    await page.getByRole('combobox', { name: 'Search voices' }).fill('heart')
    await expectAccessible(page)
    await page.getByRole('option', { name: /Heart/ }).click()
    await expect(page.getByRole('button', { name: 'Voice: Heart' })).toBeFocused()
    expect(fal.billed).toBe(0)
  } finally {
    await fal.close()
  }
})
