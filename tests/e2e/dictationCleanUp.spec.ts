import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { FakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { startFakeSpeech, type FakeSpeech } from '../fakes/fakeSpeech.ts'
import { openZenity, speak, xdotool } from './desktop.ts'
import { hears, recordings, records, sees, startDictating, type Start } from './dictating.ts'
import { providerAt, type Parley } from './launch.ts'
import { expect, expectAccessible, test as base } from './parley.ts'

const test = base.extend<{ hearing: FakeSpeech }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  hearing: async ({}, use) => {
    const hearing = await startFakeSpeech()
    hearing.behave(() => ({ kind: 'text', text: spoken }))
    await use(hearing)
    await hearing.close()
  },
})

test.skip(process.platform !== 'linux', 'The keys are pressed by xdotool')

const toggleKeys = 'ctrl+alt+d'
const spoken = 'um the quick brown fox jumps over the lazy dog you know'
const cleaned = 'The quick brown fox jumps over the lazy dog.'
let folder: string
let sound: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-clean-up-'))
  sound = join(folder, 'speech.wav')
  await speak(spoken, sound)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startCleaning(start: Start, server: FakeOpenAi, hearing: FakeSpeech) {
  const cleanUpModel = { providerId: 'writing', modelId: 'parley-small' }
  return startDictating(start, {
    origin: hearing.origin,
    sound,
    dictation: { cleanUp: 'plain', cleanUpModel },
    settings: { providers: [providerAt(hearing.origin), providerAt(server.origin, 'writing')] },
  })
}

async function dictate(parley: Parley, overlay: Page): Promise<void> {
  await xdotool('key', toggleKeys)
  await hears(overlay)
  await records(parley, 2)
  await xdotool('key', toggleKeys)
}

test('what the model has cleaned up is pasted, and what was spoken stays in the history', async ({
  start,
  server,
  hearing,
}) => {
  const asked: string[] = []
  server.behave(({ messages }) => {
    asked.push(messages.at(-1)?.content ?? '')
    return { kind: 'answer', text: cleaned }
  })
  const { parley, overlay } = await startCleaning(start, server, hearing)
  const app = await openZenity()
  await dictate(parley, overlay)
  await sees(overlay, 'Done')
  expect(asked).toEqual([`<dictated>\n${spoken}\n</dictated>`])
  expect(await app.written()).toBe(cleaned)
  await expect
    .poll(() => recordings(parley.page))
    .toMatchObject([{ state: 'done', text: spoken, finalText: cleaned }])
  expect(server.violations).toEqual([])
  await app.close()
})

for (const [what, behaviour] of [
  ['fails', { kind: 'status', status: 400, body: { error: { message: 'No.' } } }],
  ['hangs', { kind: 'hang' }],
] as const) {
  test(`a model that ${what}: the text is pasted as it was spoken, and that is said`, async ({
    start,
    server,
    hearing,
  }) => {
    server.behave(behaviour)
    const { parley, overlay } = await startCleaning(start, server, hearing)
    const app = await openZenity()
    await dictate(parley, overlay)
    await sees(overlay, 'Done')
    await expect(overlay.getByText(/couldn’t clean this up/)).toBeVisible()
    await expectAccessible(overlay)
    expect(await app.written()).toBe(spoken)
    expect(await recordings(parley.page)).toMatchObject([
      { state: 'done', text: spoken, finalText: null },
    ])
    await app.close()
  })
}
