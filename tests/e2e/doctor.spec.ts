import type { Locator } from 'playwright'
import { fakeAwsKey, startFakeBedrock } from '../fakes/fakeBedrock.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { fakeModels, startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, openProviders, test } from './parley.ts'

const key = 'sk-parley-0123456789abcdef'

/** Returns the doctor's row for a step. */
function step(card: Locator, name: string): Locator {
  return card.getByRole('region').getByRole('listitem').filter({ hasText: name })
}

async function saveKey(card: Locator, value: string): Promise<void> {
  await card.getByRole('textbox', { name: 'API key' }).fill(value)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0)
}

test('all four steps pass, and show exactly what was sent with the key masked', async ({
  start,
}) => {
  const server = await startFakeOpenAi({ key })
  try {
    const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
    await openProviders(page)
    const card = page.getByRole('group', { name: 'Fake' })
    await saveKey(card, key)
    await card.getByRole('button', { name: 'Check' }).click()
    for (const name of ['Address', 'Key', 'Models', 'Answer']) {
      await expect(step(card, name)).toContainText('passed')
    }
    await expect(step(card, 'Models')).toContainText('2 models')
    await expect(card.getByRole('status').filter({ hasText: 'Answer: passed' })).toHaveCount(1)

    await step(card, 'Answer').getByText('Request and response').click()
    const request = step(card, 'Answer').getByRole('group', { name: 'Request' })
    await expect(request).toContainText('POST /v1/chat/completions')
    await expect(request).toContainText(/authorization/i)
    await expect(request).not.toContainText(key)
    await expect(step(card, 'Answer').getByRole('group', { name: 'Response' })).toContainText('200')
    await expectAccessible(page)

    await card.getByRole('button', { name: 'Close report' }).click()
    await expect(card.getByRole('region')).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'Check' })).toBeFocused()
  } finally {
    await server.close()
  }
})

test('a wrong address is mended by its button', async ({ start, server }) => {
  const provider = { ...providerAt(server.origin), baseUrl: `${server.origin}/wrong` }
  server.behave({ kind: 'answer', text: 'Fine.' })
  const { page } = await start({ settings: { providers: [provider] } })
  await openProviders(page)
  const card = page.getByRole('group', { name: 'Fake' })
  await card
    .getByRole('textbox', { name: 'Base URL' })
    .fill(`${server.origin.replace('http:', 'https:')}/v1`)
  await card.getByRole('button', { name: 'Check' }).click()
  await expect(step(card, 'Address')).toContainText('failed')
  await expect(step(card, 'Answer')).toContainText('not checked')
  await expectAccessible(page)
  await card.getByRole('button', { name: `Use ${server.origin}/v1` }).click()
  await expect(step(card, 'Answer')).toContainText('Fine.')
  await expect(card.getByRole('textbox', { name: 'Base URL' })).toHaveValue(`${server.origin}/v1`)
})

test('a refused key says so, and its button leads to the field', async ({ start }) => {
  const server = await startFakeOpenAi({ key })
  try {
    const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
    await openProviders(page)
    const card = page.getByRole('group', { name: 'Fake' })
    await saveKey(card, 'sk-wrong-0123456789')
    await card.getByRole('button', { name: 'Check' }).click()
    await expect(step(card, 'Key')).toContainText('rejected the API key')
    await expect(card.getByText('Rejected', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: 'Replace key' }).click()
    await expect(card.getByRole('textbox', { name: 'API key' })).toBeFocused()
    await saveKey(card, key)
    await card.getByRole('button', { name: 'Check' }).click()
    await expect(step(card, 'Answer')).toContainText('passed')
    await expect(card.getByText('Works')).toBeVisible()
  } finally {
    await server.close()
  }
})

test('one that is off is switched on, and a pause counts down', async ({ start, server }) => {
  const headers = { 'retry-after': '2', 'x-should-retry': 'false' }
  server.behave({ kind: 'status', status: 429, body: { error: { message: 'Slow' } }, headers })
  const provider = { ...providerAt(server.origin), enabled: false }
  const { page } = await start({ settings: { providers: [provider] } })
  await openProviders(page)
  const card = page.getByRole('group', { name: 'Fake' })
  await card.getByRole('button', { name: 'Check' }).click()
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByRole('switch', { name: 'Enabled' })).toBeChecked()
  await expect(step(card, 'Answer')).toContainText('is limiting your requests')
  await expect(card.getByRole('button', { name: 'Check again' })).toBeEnabled()
  server.behave({ kind: 'answer', text: 'Now.' })
  await card.getByRole('button', { name: 'Check again' }).click()
  await expect(step(card, 'Answer')).toContainText('Now.')
})

test('checking again and leaving both give up what is under way', async ({ start, server }) => {
  server.behave({ kind: 'hang' })
  const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
  await openProviders(page)
  const card = page.getByRole('group', { name: 'Fake' })
  const asked = () => server.requests.filter(({ method }) => method === 'POST')
  await card.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => asked().length).toBe(1)
  await card.getByRole('button', { name: 'Check' }).click()
  await asked()[0]?.ended
  expect(asked()[0]?.closedEarly).toBe(true)
  await expect.poll(() => asked().length).toBe(2)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await asked()[1]?.ended
  expect(asked()[1]?.closedEarly).toBe(true)
})

test('a service without models leads to naming one', async ({ start }) => {
  const server = await startFakeOpenAi({ models: fakeModels.slice(0, 0) })
  try {
    const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
    await openProviders(page)
    const card = page.getByRole('group', { name: 'Fake' })
    await card.getByRole('button', { name: 'Check' }).click()
    await card.getByRole('button', { name: 'Choose model' }).click()
    await expect(card.getByRole('textbox', { name: 'Additional models' })).toBeFocused()
  } finally {
    await server.close()
  }
})

test('Bedrock is asked with what the card was given, and none of it is shown', async ({
  start,
}) => {
  const fake = await startFakeBedrock({ region: 'eu-central-1' })
  // Without the permission to list, the user gets the models that Parley's tables know for the
  // region.
  fake.list({ status: 403, type: 'AccessDeniedException', message: 'Not allowed to list' })
  try {
    const { page } = await start({ settings: {} })
    await openProviders(page)
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('option', { name: /Bedrock/ }).click()
    const card = page.getByRole('group', { name: 'Amazon Bedrock' })
    await card.getByRole('combobox', { name: 'Region' }).fill('eu-central-1')
    await card.getByText('More options').click()
    const address = card.getByRole('textbox', { name: 'Base URL' })
    // The region's own address appears in the field while the test fills it.
    await expect(address).toHaveValue(/eu-central-1/)
    await address.fill(fake.origin)
    await card.getByRole('button', { name: 'Check' }).click()
    await card.getByRole('button', { name: 'Add key' }).click()
    const id = card.getByRole('textbox', { name: 'Access key ID' })
    await expect(id).toBeFocused()
    await id.fill(fakeAwsKey.accessKeyId)
    const secret = card.getByRole('textbox', { name: 'Secret access key' })
    await secret.fill(fakeAwsKey.secretAccessKey)
    await secret.press('Enter')
    await expect(card.getByText('Key saved in the system keychain.')).toBeVisible()
    await card.getByRole('button', { name: 'Check' }).click()
    await expect(step(card, 'Answer')).toContainText('Hello.')
    await step(card, 'Answer').getByText('Request and response').click()
    const report = card.getByRole('region')
    await expect(report).toContainText('AWS4-HMAC-SHA256')
    await expect(report).not.toContainText(fakeAwsKey.accessKeyId)
    await expect(report).not.toContainText(fakeAwsKey.secretAccessKey)
    await expectAccessible(page)
    // The keychain outlives the test.
    await card.getByRole('button', { name: 'Remove key' }).click()
    await expect(card.getByText('Needs AWS credentials')).toBeVisible()
  } finally {
    await fake.close()
  }
})

test('fal’s check counts what its models make, and asks none for an answer', async ({ start }) => {
  const fal = await startFakeFal()
  try {
    const provider = { ...providerAt(fal.origin), id: 'fal', kind: 'fal', presetId: 'fal' } as const
    const { page } = await start({
      settings: { providers: [{ ...provider, name: 'fal', baseUrl: fal.origin }] },
    })
    await openProviders(page)
    const card = page.getByRole('group', { name: 'fal' })
    await saveKey(card, 'wrong-key')
    await card.getByRole('button', { name: 'Check' }).click()
    await expect(step(card, 'Key')).toContainText('rejected the API key')
    await card.getByRole('button', { name: 'Replace key' }).click()
    await saveKey(card, 'fal-key')
    await card.getByRole('button', { name: 'Check' }).click()
    await expect(step(card, 'Models')).toContainText('Pictures: 1')
    await expect(card.getByRole('region').getByRole('listitem')).toHaveCount(3)
    await expectAccessible(page)
    expect(fal.requests.every(({ method }) => method === 'GET')).toBe(true)
  } finally {
    await fal.close()
  }
})
