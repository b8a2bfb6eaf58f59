import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, openProviders, test } from './parley.ts'

const secondKey = 'sk-second-0123456789abcdef'

test('where the first key is refused the second answers, and each shows how it does', async ({
  start,
}) => {
  const server = await startFakeOpenAi({ key: secondKey })
  try {
    const settings = {
      providers: [{ ...providerAt(server.origin), extraModels: ['parley-large'] }],
      defaultModel: { providerId: 'fake', modelId: 'parley-large' },
    }
    const { page, send, last } = await start({ settings })
    await openProviders(page)
    const card = page.getByRole('group', { name: 'Fake' })
    const first = card.getByRole('textbox', { name: 'API key', exact: true })
    const second = card.getByRole('textbox', { name: 'API key 2' })
    await first.fill('sk-first-0123456789')
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByRole('button', { name: 'Add another key' }).click()
    await expect(second).toBeFocused()
    await expect(card.getByRole('button', { name: 'Add another key' })).toHaveCount(0)
    await second.fill(secondKey)
    await second.press('Enter')
    await expect(card.getByText('Key saved in the system keychain.')).toHaveCount(2)

    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await send('Which key?')
    await expect(last('Assistant')).toContainText('You said: Which key?')
    await openProviders(page)
    await expect(card.getByText('Rejected', { exact: true })).toBeVisible()
    await expect(card.getByText('Works')).toBeVisible()
    await expectAccessible(page)

    await card.getByRole('button', { name: 'Remove key 2' }).click()
    await expect(second).toHaveCount(0)
    await expect(first).toBeFocused()
    await card.getByRole('button', { name: 'Remove key' }).click()
    await expect(card.getByRole('button', { name: 'Remove key' })).toHaveCount(0)
    await expect(first).toBeFocused()
  } finally {
    await server.close()
  }
})

test('a key that has to wait shows until when, while the next one answers', async ({
  start,
  server,
}) => {
  const headers = { 'retry-after': '40', 'x-should-retry': 'false' }
  server.behave((_request, { headers: { authorization } }) =>
    authorization === `Bearer ${secondKey}`
      ? { kind: 'answer', text: 'From the second.' }
      : { kind: 'status', status: 429, body: { error: { message: 'Slow' } }, headers },
  )
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
  }
  const { page, send, last } = await start({ settings })
  await openProviders(page)
  const card = page.getByRole('group', { name: 'Fake' })
  for (const [name, key] of [
    ['API key', 'sk-first-0123456789'],
    ['API key 2', secondKey],
  ] as const) {
    const field = card.getByRole('textbox', { name, exact: true })
    await field.fill(key)
    await field.press('Enter')
    await expect(field).toHaveValue('')
    if (name === 'API key') await card.getByRole('button', { name: 'Add another key' }).click()
  }
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await send('Who answers?')
  await expect(last('Assistant')).toContainText('From the second.')
  await openProviders(page)
  await expect(card.getByText(/Waiting until \d+:\d\d/)).toBeVisible()
  await expect(card.getByText('Works')).toBeVisible()
})

test('what Bedrock is given lies in the keychain and in no settings file', async ({ start }) => {
  const { page, folder } = await start({ settings: {} })
  await openProviders(page)
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('option', { name: /Bedrock/ }).click()
  const card = page.getByRole('group', { name: /Bedrock/ })
  const id = card.getByRole('textbox', { name: 'Access key ID' })
  await expect(id).toBeFocused()
  await id.fill('AKIAPARLEYEXAMPLE')
  await card.getByRole('textbox', { name: 'Secret access key' }).fill('wJalrXUtnFEMI/EXAMPLE')
  await card.getByRole('textbox', { name: 'Session token (optional)' }).fill('session-EXAMPLE==')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Key saved in the system keychain.')).toBeVisible()
  await expect(id).toHaveValue('')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Remove key' }).click()
  await expect(card.getByText('Needs AWS credentials')).toBeVisible()
  await expect(id).toBeFocused()

  const region = card.getByRole('combobox', { name: 'Region' })
  await region.fill('eu-central-1')
  await region.press('Enter')
  const file = () => readFileSync(join(folder, 'settings.json'), 'utf8')
  await expect.poll(file).toContain('bedrock-runtime.eu-central-1.amazonaws.com')
  for (const secret of ['AKIAPARLEYEXAMPLE', 'wJalrXUtnFEMI', 'session-EXAMPLE']) {
    expect(file()).not.toContain(secret)
  }

  await card.getByRole('combobox', { name: 'Credentials' }).click()
  await page.getByRole('option', { name: 'Profile' }).click()
  const profile = card.getByRole('textbox', { name: 'Profile name' })
  await profile.fill('work')
  await profile.press('Enter')
  await expect.poll(file).toContain('"work"')
  await expect(card.getByRole('textbox', { name: 'Secret access key' })).toHaveCount(0)
  await expectAccessible(page)
})
