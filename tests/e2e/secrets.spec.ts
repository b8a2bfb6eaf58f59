import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, test } from './parley.ts'

const key = 'unmistakable-9f8e7d6c5b4a-key'

/** Returns every file below a folder that contains the text, as UTF-8 or UTF-16. */
function filesHolding(folder: string, text: string): string[] {
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le')]
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => needles.some((needle) => readFileSync(file).includes(needle)))
}

test('a key reaches the provider and no file, not even after errors and a crash', async ({
  start,
}) => {
  const server = await startFakeOpenAi({ key })
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
  }
  const { app, page, folder, send, last } = await start({ settings })
  let printed = ''
  app.process().stderr?.on('data', (text: Buffer) => (printed += text.toString()))
  app.process().stdout?.on('data', (text: Buffer) => (printed += text.toString()))
  await send('Without a key')
  await page.getByRole('alert').getByRole('button', { name: 'Add key' }).click()
  const group = page.getByRole('group', { name: 'Fake' })
  await group.getByRole('textbox', { name: 'API key' }).fill(` ${key}\n`)
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group.getByText('Key saved in the system keychain.')).toBeVisible()
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(last('Assistant')).toContainText('You said: Without a key')

  server.behave({ kind: 'status', status: 401, body: { error: { message: `Bad key ${key}` } } })
  await send('Now it is refused')
  await expect(page.getByRole('alert')).toContainText('rejected the API key')
  await app.evaluate(() => {
    setTimeout(() => {
      throw new Error('A crash with the process around it')
    })
  })
  await page.evaluate((text) => localStorage.setItem('draft', text), 'flushes the store')
  await app.close()
  expect(filesHolding(folder, key)).toEqual([])
  expect(filesHolding(folder, 'Without a key')).not.toEqual([])
  expect(printed).not.toContain(key)
  await server.close()
})

test('the page can not read a key by any method of the bridge', async ({ start, server }) => {
  const { page, composer } = await start({
    settings: { providers: [providerAt(server.origin)] },
  })
  await expect(composer).toBeVisible()
  const replies = await page.evaluate(async (secret) => {
    const { bridge } = window
    await bridge.call('secrets.set', { providerId: 'fake', key: secret, sessionOnly: true })
    const calls: [string, unknown][] = [
      ['secrets.get', { providerId: 'fake' }],
      ['secrets.status', {}],
      ['providers.list', {}],
      ['providers.check', { id: 'fake' }],
      ['settings.get', {}],
      ['app.info', {}],
    ]
    return JSON.stringify(await Promise.all(calls.map(([name, input]) => bridge.call(name, input))))
  }, key)
  expect(replies).toContain('keySource')
  expect(replies).not.toContain(key)
})

test('without a keychain Parley says so and offers the session', async ({ start, server }) => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }
  const settings = { providers: [providerAt(server.origin)] }
  const { page } = await start({ settings, env })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
  const group = page.getByRole('group', { name: 'Fake' })
  await group.getByRole('textbox', { name: 'API key' }).fill(key)
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group.getByRole('alert')).toContainText('has no keychain')
  await group.getByRole('button', { name: 'Keep for this session only' }).click()
  await expect(group.getByText('Key kept until you quit Parley.')).toBeVisible()
})
