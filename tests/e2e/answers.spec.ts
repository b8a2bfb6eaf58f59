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
  await expect(details).toContainText(/\$0\.\d/)
  await expectAccessible(page)
})

test('the composer estimates tokens, and has the service count only when asked', async ({
  start,
}) => {
  const server = await startFakeAnthropic()
  try {
    const provider = { ...providerAt(server.origin), kind: 'anthropic', baseUrl: server.origin }
    const defaultModel = { ...model, modelId: 'claude-large' }
    const { page, composer } = await start({ settings: { providers: [provider], defaultModel } })
    const estimate = page.getByRole('button', {
      name: /(?:^|% ?)About [\d,]+ (?:of [\d,]+ )?tokens?$/,
    })
    const exact = page.getByRole('button', { name: /(?:^|% ?)[\d,]+ (?:of [\d,]+ )?tokens?$/ })
    const asked = (): number =>
      server.requests.filter(({ path }) => path === '/v1/messages/count_tokens').length
    await expect(composer).toBeVisible()
    await expect(estimate).toHaveCount(0)
    await composer.fill('one two three four')
    await expect(estimate).toBeVisible()
    const first = await estimate.textContent()
    await composer.pressSequentially(' five six seven eight')
    await expect(estimate).not.toHaveText(first ?? '')
    await estimate.click()
    const popover = page.getByRole('dialog', { name: 'Size of this chat' })
    await expect(popover).toContainText('stays here until you send it')
    await expect(popover).toContainText(`go to Fake (${new URL(server.origin).host}).`)
    await expectAccessible(page)
    expect(asked()).toBe(0)
    await popover.getByRole('button', { name: 'Count exactly' }).click()
    await expect(popover).toContainText('Fake counted this chat and your draft.')
    expect(asked()).toBe(1)
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('five six seven eight')
    await page.keyboard.press('Escape')
    await expect(exact).toBeFocused()
    await composer.pressSequentially(' nine')
    await expect(estimate).toBeVisible()
    await composer.fill('')
    await expect(estimate).toHaveCount(0)
    expect(asked()).toBe(1)
  } finally {
    await server.close()
  }
})

test('a count that fails says why, and leaves the estimate', async ({ start }) => {
  const server = await startFakeAnthropic()
  try {
    const provider = { ...providerAt(server.origin), kind: 'anthropic', baseUrl: server.origin }
    const defaultModel = { ...model, modelId: 'claude-large' }
    const { page, composer } = await start({ settings: { providers: [provider], defaultModel } })
    await composer.fill('one two three four')
    const estimate = page.getByRole('button', { name: /About [\d,]+ / })
    await estimate.click()
    await server.close()
    const popover = page.getByRole('dialog', { name: 'Size of this chat' })
    await popover.getByRole('button', { name: 'Count exactly' }).click()
    await expect(popover.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(estimate).toBeVisible()
  } finally {
    await server.close()
  }
})

test('an estimate stands beside the window of the model, and begins with the last answer’s count', async ({
  start,
  server,
}) => {
  listModel(server, thinker.modelId)
  const settings = {
    providers: [{ ...providerAt(server.origin), api: 'chat' }],
    defaultModel: thinker,
  }
  server.behave({ kind: 'answer', text: 'Noted.', usage: { prompt: 43_000, completion: 210 } })
  const { page, composer, send, last } = await start({ settings })
  await composer.fill('word '.repeat(2000))
  await expect(page.getByText(/^About [\d,]+ of 1,050,000 tokens$/)).toBeVisible()
  await expectAccessible(page)
  await send('Hello')
  await expect(last('Assistant')).toContainText('Noted.')
  await expect(page.getByText('About 43,210 of 1,050,000 tokens')).toBeVisible()
  await page.getByRole('button', { name: '4.1% About 43,210 of 1,050,000 tokens' }).click()
  // The service has no counter.
  const popover = page.getByRole('dialog', { name: 'Size of this chat' })
  await expect(popover.getByRole('button', { name: 'Count exactly' })).toHaveCount(0)
  await expect(popover).toContainText(/ counted 42,\d{3} of these tokens with its last answer/)
  const rows = popover.locator('dl > div')
  await expect(rows).toHaveText([
    // The service counted the tools too, whose estimate stands apart.
    /^Tools\d{3}0\.0\d%$/,
    /^Messages and answers42,\d{3}4\.1%$/,
    'Left for the answer1,006,79095.9%',
  ])
  await composer.fill('word '.repeat(2000))
  await page.getByRole('button', { name: /About [\d,]+ of/ }).click()
  await expect(rows).toContainText([
    'Tools',
    'Messages and answers42,',
    'Your draft',
    'Left for the',
  ])
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
  await expect(page.locator('form').getByText(/^نحو \u2068?[\d٠-٩٬,]+/)).toBeVisible()
  await expectAccessible(page)
  await composer.press('Enter')
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText('The end.')
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  await answer.locator('summary').click()
  await expect(answer.locator('details .selectable').last()).toBeVisible()
  await expectAccessible(page)
})
