import type { Page } from 'playwright'
import { startFakeOllama } from '../fakes/fakeOllama.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

const model = { providerId: 'fake', modelId: 'parley-large' }

test('a new chat offers first steps that fit the model, and the chats used last', async ({
  start,
  server,
}) => {
  server.behave({ kind: 'answer', text: 'With pleasure.' })
  const data = [false, true].map((vision) => ({
    id: vision ? 'sees' : 'blind',
    object: 'model',
    capabilities: { vision },
  }))
  server.behaveAt('/v1/models', { kind: 'status', status: 200, body: { object: 'list', data } })
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { ...model, modelId: 'blind' },
  }
  const { page, composer, send, last } = await start({ settings })
  const starters = page.getByRole('group', { name: 'Suggestions' })
  const titles = (): Promise<string[]> => starters.getByRole('button').allInnerTexts()
  await expect(starters.getByRole('button')).toHaveCount(3)
  await expect(page.getByRole('group', { name: 'Recent chats' })).toHaveCount(0)
  await expect.poll(async () => (await titles()).join()).not.toContain('image')

  await page.getByRole('button', { name: 'Model' }).click()
  await page.getByRole('option', { name: /sees/ }).click()
  await expect(starters.getByRole('button').first()).toContainText('Ask about an image')
  await expectAccessible(page)

  await starters.getByRole('button', { name: /Explain something/ }).click()
  await expect(composer).toHaveValue('Explain simply: ')
  await expect(composer).toBeFocused()
  await page.keyboard.type('tides')
  await expect(composer).toHaveValue('Explain simply: tides')

  await send('How do tides work?')
  await expect(last('Assistant')).toContainText('With pleasure.')
  await expect(last('Assistant')).toContainText('sees')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('With pleasure')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  const recent = page.getByRole('group', { name: 'Recent chats' })
  await recent.getByRole('button', { name: /With pleasure/ }).click()
  await expect(last('You')).toContainText('How do tides work?')
})

test('a starter for files opens the file dialog and keeps what it asks', async ({
  start,
  server,
}) => {
  const settings = { providers: [providerAt(server.origin)], defaultModel: model }
  const { page, composer } = await start({ settings })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Ask about a file/ }).click()
  await (
    await chooser
  ).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Tides') })
  await expect(page.getByText('notes.txt')).toBeVisible()
  await expect(composer).toHaveValue('Summarize this file in five points.')
})

/** Returns how far things have moved by themselves since the start, as Chromium scores it. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries()) sum += (entry as { value?: number }).value ?? 0
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )
}

test('the first text is set in Parley’s own type and does not move when it arrives', async ({
  start,
  server,
}) => {
  for (const [language, sample] of [
    ['en-US', 'a'],
    ['ru-RU', 'я'],
    ['ar-SA', 'ع'],
  ] as const) {
    const settings = { language, providers: [providerAt(server.origin)], defaultModel: model }
    const { page, close } = await start({ settings })
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    const isLoaded = await heading.evaluate(
      (element, text) => document.fonts.check(`1em ${getComputedStyle(element).fontFamily}`, text),
      sample,
    )
    expect(isLoaded).toBe(true)
    expect(await layoutShift(page)).toBeLessThan(0.01)
    await close()
  }
})

test('the ways to start stay where they are while servers are looked for', async ({ start }) => {
  const ollama = await startFakeOllama()
  try {
    for (const env of [{}, { OLLAMA_HOST: ollama.origin }]) {
      const { page, close } = await start({ settings: {}, env })
      const found = page.getByText('No model server is running on this computer.')
      await expect(found.or(page.getByRole('button', { name: 'Use Ollama' }))).toBeVisible()
      expect(await layoutShift(page)).toBeLessThan(0.01)
      await close()
    }
  } finally {
    await ollama.close()
  }
})

test('the first cards are those of the last model until the models are listed', async ({
  start,
  server,
}) => {
  const data = [{ id: 'sees', object: 'model', capabilities: { vision: true } }]
  const list = { kind: 'status', status: 200, body: { object: 'list', data } } as const
  server.behaveAt('/v1/models', list)
  const defaultModel = { ...model, modelId: 'sees' }
  const settings = { providers: [providerAt(server.origin)], defaultModel }
  const first = await start({ settings })
  const cardOf = (page: Page) =>
    page.getByRole('group', { name: 'Suggestions' }).getByRole('button').first()
  await expect(cardOf(first.page)).toContainText('Ask about an image')
  await first.page.reload()
  await expect(cardOf(first.page)).toContainText('Ask about an image')
  expect(await layoutShift(first.page)).toBeLessThan(0.01)
})
