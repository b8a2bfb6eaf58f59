import { startFakeServer } from '../fakes/fakeServer.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, openProviders, test } from './parley.ts'

test('an OpenAI-compatible server is added by its address, checked and used', async ({
  start,
  server,
}) => {
  const { page, send, last } = await start({ settings: {} })
  await openProviders(page)
  await page.getByRole('button', { name: 'Add provider' }).click()
  const services = page.getByRole('listbox', { name: 'Services' })
  for (const name of ['OpenAI', 'Groq', 'DeepSeek', 'Mistral', 'OpenRouter', 'Azure OpenAI']) {
    await expect(services.getByRole('option', { name }).first()).toBeAttached()
  }
  await expect(services.getByRole('option').first()).toContainText('OpenAI-compatible')
  await services.getByRole('option', { name: /OpenAI-compatible/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /Address|Base URL/ }).fill(`${server.origin}/v1/`)
  await dialog.getByRole('textbox', { name: 'API key' }).fill('sk-workshop-0123456789')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Workshop')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const group = page.getByRole('group', { name: 'Workshop' })
  await expect(group.getByText('Key saved in the system keychain.')).toBeVisible()
  await group.getByRole('button', { name: 'Check' }).click()
  await expect(group.getByRole('listitem').filter({ hasText: 'Models' })).toContainText('2 models')
  await expect(group.getByRole('listitem').filter({ hasText: 'Answer' })).toContainText('passed')

  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.getByRole('button', { name: 'Model' }).click()
  await page.getByRole('option', { name: /parley-small/ }).click()
  await send('Through the new one')
  await expect(last('Assistant')).toContainText('You said: Through the new one')
})

test('an address that is none, a website and a wrong path each get a sentence', async ({
  start,
  server,
}) => {
  const website = await startFakeServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Welcome</title>')
  })
  try {
    const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
    await openProviders(page)
    const group = page.getByRole('group', { name: 'Fake' })
    const address = group.getByRole('textbox', { name: 'Base URL' })
    const cases: [string, RegExp][] = [
      ['not an address', /can’t use this address/],
      [`${website.origin}/v1`, /leads to a website/],
      [`${server.origin}/wrong/v1`, /found nothing at this address/],
      ['http://127.0.0.1:9/v1', /isn’t running on this computer/],
    ]
    for (const [value, sentence] of cases) {
      await address.fill(value)
      await address.press('Enter')
      await group.getByRole('button', { name: 'Check' }).click()
      await expect(group).toContainText(sentence)
    }
    await address.fill(`${server.origin}/v1`)
    await address.press('Enter')
    await group.getByRole('button', { name: 'Check' }).click()
    await expect(group.getByText(/2 models/)).toBeVisible()
    await expect(group.getByText('failed')).toHaveCount(0)
    await expect(group.getByRole('alert')).toHaveCount(0)
  } finally {
    await website.close()
  }
})

test('services are found by their name, and one that needs an address is asked for it', async ({
  start,
}) => {
  const { page } = await start({ settings: {} })
  await openProviders(page)
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('combobox', { name: 'Search services' }).fill('compat')
  const services = page.getByRole('listbox', { name: 'Services' })
  await expect(services.getByRole('option')).toHaveCount(2)
  await expectAccessible(page)
  await services.getByRole('option', { name: /Anthropic-compatible/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Anthropic-compatible' })
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Proxy')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('group', { name: 'Proxy' })).toBeVisible()
})

test('options of a compatible server are kept and sent', async ({ start, server }) => {
  const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
  await openProviders(page)
  const group = page.getByRole('group', { name: 'Fake' })
  await group.getByText('More options').click()
  await group
    .getByRole('textbox', { name: 'Additional models' })
    .fill('my-deployment\nmy-deployment')
  await group.getByRole('button', { name: 'Add header' }).click()
  await expect(group.getByText(/no model called \W*my-deployment/)).toBeVisible()
  await group.getByRole('textbox', { name: 'Name in row 1' }).fill('x-team')
  await group.getByRole('textbox', { name: 'Value in row 1' }).fill('workshop')
  await group.getByRole('button', { name: 'Add parameter' }).click()
  const query = group.getByRole('group', { name: 'Query parameters' })
  await query.getByRole('textbox', { name: 'Name in row 1' }).fill('api-version')
  await query.getByRole('textbox', { name: 'Value in row 1' }).fill('7')
  await expectAccessible(page)
  await group.getByRole('button', { name: 'Check' }).click()
  await expect(group.getByRole('listitem').filter({ hasText: 'Answer' })).toContainText('passed')
  const last = server.requests.at(-1)
  expect(last?.headers['x-team']).toBe('workshop')
  expect(last?.query.get('api-version')).toBe('7')

  await query.getByRole('button', { name: 'Remove row 1' }).click()
  await expect(query.getByRole('button', { name: 'Add parameter' })).toBeFocused()
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.getByRole('button', { name: 'Model' }).click()
  await expect(page.getByRole('option', { name: /my-deployment/ })).toHaveCount(1)
})

test('a key with a space in it is refused before it goes anywhere', async ({ start, server }) => {
  const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
  await openProviders(page)
  const group = page.getByRole('group', { name: 'Fake' })
  await group.getByRole('textbox', { name: 'API key' }).fill('two words')
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group.getByRole('alert')).toContainText('This doesn’t look like a key')
})

test('a stream cut in the middle of a character keeps what came whole', async ({
  start,
  server,
}) => {
  const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Grüße 👋🏽' } }] })}\n\n`
  const bytes = Buffer.from(`${event}${event}`)
  server.behave({ kind: 'bytes', pieces: [bytes.subarray(0, event.length + 50)] })
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
  }
  const { page, send, last } = await start({ settings })
  await send('Greet')
  await expect(last('Assistant')).toContainText('Grüße 👋🏽')
  await expect(page.getByRole('alert')).toContainText('The connection was lost')
  await expect(last('Assistant')).not.toContainText('\uFFFD')
})

test('a rate limit counts down and then lets the user retry', async ({ start, server }) => {
  const headers = { 'retry-after': '3', 'x-should-retry': 'false' }
  server.behave({ kind: 'status', status: 429, body: { error: { message: 'Slow' } }, headers })
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
  }
  const { page, send, last } = await start({ settings })
  await send('Hurry')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(/Try again in \d seconds?/)
  await expect(alert).toContainText('You can try again now', { timeout: 15_000 })
  server.behave({ kind: 'answer', text: 'At last.' })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(last('Assistant')).toContainText('At last.')
})
