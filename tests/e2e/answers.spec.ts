import { startFakeAnthropic } from '../fakes/fakeAnthropic.ts'
import { startFakeOllama } from '../fakes/fakeOllama.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, listModel, model, test } from './parley.ts'

/** Parley's tables know its context window and that it reasons. */
const thinker = { providerId: 'fake', modelId: 'gpt-5.4' }

test('a tool call is a row with its state, its arguments and its result', async ({
  open,
  server,
}) => {
  const call = { id: 'call_1', name: 'get_weather', arguments: '{"city":"Porto"}' }
  server.behave(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { kind: 'answer', text: 'I can’t look it up.' }
      : { kind: 'answer', text: 'Let me see.', toolCalls: [call] },
  )
  const { send, last, page } = await open()
  await send('How is the weather?')
  const answer = last('Assistant')
  await expect(answer).toContainText('I can’t look it up.')
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  await expect(answer).toContainText('Let me see.')
  const row = answer.getByText('get_weather failed')
  await expect(row).toBeVisible()
  await row.click()
  await expect(answer.getByLabel('Arguments')).toContainText('"city": "Porto"')
  await expect(answer.getByLabel('Result')).toContainText('There is no tool named get_weather.')
  await expectAccessible(page)
})

test('what was left out is said under the answer, and what it took is in its details', async ({
  start,
  server,
}) => {
  listModel(server, thinker.modelId, { pricing: { prompt: '0.001', completion: '0.002' } })
  server.behave({ kind: 'answer', text: 'Nothing to read.' })
  const settings = {
    providers: [{ ...providerAt(server.origin), api: 'chat' }],
    defaultModel: thinker,
  }
  const { page, send, last } = await start({ settings })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const buffer = Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])
  await (await chooser).setFiles({ name: 'stuff.bin', mimeType: 'application/zip', buffer })
  await expect(page.getByRole('listitem')).toContainText('can’t read this kind of file')
  await send('Look at this')
  const answer = last('Assistant')
  await expect(answer).toContainText('“stuff.bin” was left out')
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  await answer.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details).toContainText('Cost')
  await expect(details).toContainText(/about \$0\.\d/)
  await expectAccessible(page)
})

test('the composer counts tokens as they are written, and tells an estimate from a count', async ({
  start,
}) => {
  const server = await startFakeAnthropic()
  try {
    const provider = { ...providerAt(server.origin), kind: 'anthropic', baseUrl: server.origin }
    const defaultModel = { ...model, modelId: 'claude-large' }
    const { page, composer } = await start({ settings: { providers: [provider], defaultModel } })
    const counts = page.getByText(/^[\d,]+ (?:of [\d,]+ )?tokens?$/)
    await expect(composer).toBeVisible()
    await expect(counts).toHaveCount(0)
    await composer.fill('one two three four')
    await expect(counts).toBeVisible()
    const asked = (): number =>
      server.requests.filter(({ path }) => path === '/v1/messages/count_tokens').length
    const before = asked()
    const first = await counts.textContent()
    await composer.pressSequentially(' five six seven eight')
    await expect(counts).not.toHaveText(first ?? '')
    expect(asked()).toBe(before + 1)
    await composer.fill('')
    await expect(counts).toHaveCount(0)
  } finally {
    await server.close()
  }
})

test('an estimate is marked as one, and stands beside the window of the model', async ({
  start,
  server,
}) => {
  listModel(server, thinker.modelId)
  const settings = { providers: [providerAt(server.origin)], defaultModel: thinker }
  const { page, composer } = await start({ settings })
  await composer.fill('word '.repeat(2000))
  await expect(page.getByText(/^≈ [\d,]+ of 1,050,000 tokens$/)).toBeVisible()
  await expectAccessible(page)
})

test('the effort is offered where the model thinks, kept, and sent', async ({ start, server }) => {
  listModel(server, thinker.modelId)
  server.behave({ kind: 'answer', text: 'Done.' })
  const settings = {
    providers: [{ ...providerAt(server.origin), api: 'chat' }],
    defaultModel: thinker,
  }
  const { page, composer, send, last } = await start({ settings })
  await page.getByRole('button', { name: 'Reasoning: Automatic' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect(page.getByRole('button', { name: 'Reasoning: High' })).toBeVisible()
  await expect(composer).toBeFocused()
  await send('Think')
  await expect(last('Assistant')).toContainText('Done.')
  const bodies = server.requests.map(({ body }) => body)
  expect(bodies).toContainEqual(expect.objectContaining({ reasoning_effort: 'high' }))
})

test('the effort is not offered where the model is not known to think', async ({ open }) => {
  const { page } = await open()
  await expect(page.getByRole('button', { name: /^Model/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reasoning/ })).toHaveCount(0)
})

test('a local model that is loading shows as loading', async ({ start }) => {
  const ollama = await startFakeOllama()
  const loading = Promise.withResolvers<void>()
  ollama.holdUp(loading.promise)
  try {
    const env = { OLLAMA_HOST: ollama.origin }
    const { page, send, last } = await start({ settings: {}, env })
    await expect(page.getByRole('button', { name: /Model.*llama3/ })).toBeVisible()
    await send('Hello')
    await expect(last('Assistant')).toContainText('Loading model…')
    await expectAccessible(page)
    loading.resolve()
    await expect(last('Assistant')).toContainText('You said: Hello')
    await expect(last('Assistant')).not.toContainText('Loading model…')
  } finally {
    loading.resolve()
    await ollama.close()
  }
})

test('files, tools and warnings are accessible in the dark, and from right to left', async ({
  start,
  server,
}) => {
  listModel(server, thinker.modelId, { capabilities: { vision: false } })
  const call = { id: 'call_1', name: 'get_weather', arguments: '{}' }
  server.behave(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { kind: 'answer', text: 'The end.' }
      : { kind: 'answer', text: '', toolCalls: [call] },
  )
  const provider = { ...providerAt(server.origin), api: 'chat' }
  const look = { theme: 'dark', language: 'ar-SA' }
  const settings = { ...look, providers: [provider], defaultModel: thinker }
  const { page } = await start({ settings })
  await page.emulateMedia({ colorScheme: 'dark' })
  const buffer = Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])
  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'stuff.zip', mimeType: 'application/zip', buffer })
  const composer = page.locator('textarea').first()
  await composer.fill('What is this?')
  await expect(page.getByRole('listitem')).toContainText('stuff.zip')
  await expect(page.locator('form').getByText('≈')).toBeVisible()
  await expectAccessible(page)
  await composer.press('Enter')
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText('The end.')
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  await answer.locator('summary').click()
  await expect(answer.locator('details .selectable').last()).toBeVisible()
  await expectAccessible(page)
})
