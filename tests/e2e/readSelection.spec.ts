import { defaultDictationPreferences } from '../../src/shared/speech/dictation.ts'
import { defaultVoicePreferences } from '../../src/shared/speech/voices.ts'
import { startFakeVoices, toneWav, type FakeVoices } from '../fakes/fakeVoices.ts'
import { clipboardContent, copyElsewhere, focusedWindow, openZenity, xdotool } from './desktop.ts'
import { providerAt } from './launch.ts'
import { overlayOf } from './overlay.ts'
import { expect, expectAccessible, test as base } from './parley.ts'

const test = base.extend<{ speaker: FakeVoices }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  speaker: async ({}, use) => {
    const speaker = await startFakeVoices()
    await use(speaker)
    await speaker.close()
  },
})

test.skip(process.platform !== 'linux', 'The keys are pressed by xdotool')

const keys = 'ctrl+alt+r'
const written = 'This was written elsewhere. It is read here.'

function settingsOf(speaker: FakeVoices): Record<string, unknown> {
  const voice = { family: 'openAi', providerId: 'speaker', modelId: 'tts-1', voice: 'alloy' }
  return {
    providers: [providerAt(speaker.origin, 'speaker')],
    voices: { ...defaultVoicePreferences, favourites: { 'en-US': voice } },
    dictation: {
      ...defaultDictationPreferences,
      hotkeys: { toggle: null, hold: null, readSelection: 'CmdOrCtrl+Alt+R' },
      sounds: false,
    },
  }
}

test('what is selected in another program is read aloud until the keys are pressed again', async ({
  start,
  speaker,
}) => {
  speaker.behave(() => ({ status: 200, body: toneWav(20_000) }))
  const { app } = await start({ settings: settingsOf(speaker) })
  const overlay = await overlayOf(app)
  const region = overlay.getByRole('region', { name: 'Dictation' })
  const owner = copyElsewhere('UTF8_STRING', Buffer.from('what I had copied'))
  const program = await openZenity()
  // The keys are taken some time after the overlay is there.
  await expect(async () => {
    await xdotool('key', keys)
    await expect(region).toContainText('No text is selected.', { timeout: 3000 })
  }).toPass()

  await xdotool('type', written)
  await xdotool('key', 'ctrl+a')
  await xdotool('key', keys)
  await expect(region.getByRole('status')).toHaveText('Reading aloud')
  await expect(region).toContainText(written)
  await expect
    .poll(() => speaker.spoken.toSorted())
    .toEqual(['It is read here.', 'This was written elsewhere.'])
  expect((await clipboardContent('UTF8_STRING')).toString()).toBe('what I had copied')
  expect(await focusedWindow()).toBe(program.window)
  await expectAccessible(overlay)
  await xdotool('key', keys)
  await expect(region).toHaveCount(0)

  speaker.behave(() => ({ status: 401, body: '{"error":{"message":"no"}}' }))
  await xdotool('type', 'Nobody can read this.')
  await xdotool('key', 'ctrl+a')
  await xdotool('key', keys)
  await expect(region.getByRole('status')).toHaveText('Failed')
  await expect(region).toContainText('key')
  await program.close()
  owner.kill()
})
