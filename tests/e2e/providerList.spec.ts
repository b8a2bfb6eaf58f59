import type { Locator, Page } from 'playwright'
import { startFakeOllama } from '../fakes/fakeOllama.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, openProvider, openProviders, test } from './parley.ts'

const stoppedServers = 'Not running'

/** Expects the rows' names, in their order. */
async function expectRows(page: Page, names: readonly (string | RegExp)[]): Promise<void> {
  await expect(page.getByRole('list', { name: 'Providers' }).getByRole('heading')).toHaveText([
    ...names,
  ])
}

const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fieldsOf = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).getByRole('textbox')

/** Fetches the picture of a mark as the page does, and returns its type. */
async function typeOfMark(mark: Locator): Promise<string | null> {
  return await mark.evaluate(async (element) => {
    const [, address = ''] =
      /url\("(.+?)"\)/.exec(getComputedStyle(element, '::before').maskImage) ?? []
    return (await fetch(address)).headers.get('content-type')
  })
}

/** Two services at the server, of which one lacks its key. */
function twoProviders(origin: string) {
  const mistral = { ...providerAt(origin), id: 'mistral', presetId: 'mistral', name: 'Mistral' }
  return [{ ...providerAt(origin), name: 'Workshop' }, mistral]
}

test('providers are one list; a row opens where something is to do, or when it is pressed', async ({
  start,
  server,
}) => {
  const ollama = await startFakeOllama()
  try {
    const settings = { providers: twoProviders(server.origin) }
    const { page } = await start({ settings, env: { OLLAMA_HOST: ollama.origin } })
    await openProviders(page)
    await expectRows(page, ['Ollama', 'Workshop', 'Mistral', 'Parley guide', stoppedServers])
    await expect(row(page, stoppedServers)).toHaveAccessibleDescription(/LM Studio.*, .*llama\.cpp/)
    await expect(row(page, 'Workshop')).toHaveAttribute('aria-expanded', 'false')
    await expect(row(page, 'Workshop')).toHaveAccessibleDescription('Ready')
    await expect(fieldsOf(page, 'Workshop')).toHaveCount(0)
    await expect(row(page, 'Mistral')).toHaveAttribute('aria-expanded', 'true')
    await expect(fieldsOf(page, 'Mistral')).toHaveCount(2)
    await expectAccessible(page)
    // The maker's mark comes from the app itself; a server of one's own has a letter.
    const mark = page.getByRole('group', { name: 'Mistral', exact: true }).locator('.maker-mark')
    expect(await typeOfMark(mark)).toBe('image/svg+xml')
    await expect(page.getByRole('group', { name: 'Workshop' }).locator('.letter-mark')).toHaveText(
      'W',
    )

    await row(page, 'Workshop').click()
    await expect(fieldsOf(page, 'Workshop')).toHaveCount(2)
    await row(page, 'Mistral').click()
    await expect(fieldsOf(page, 'Mistral')).toHaveCount(0)
    await row(page, stoppedServers).click()
    await expect(row(page, 'llama.cpp')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'General' }).click()
    await page.getByRole('tab', { name: 'Providers' }).click()
    await expect(fieldsOf(page, 'Workshop')).toHaveCount(2)
    await expect(fieldsOf(page, 'Mistral')).toHaveCount(0)
    await expect(row(page, 'llama.cpp')).toBeVisible()

    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await openProviders(page)
    await expect(fieldsOf(page, 'Mistral')).toHaveCount(2)
    await expect(fieldsOf(page, 'Workshop')).toHaveCount(0)
    await expect(row(page, 'llama.cpp')).toHaveCount(0)
  } finally {
    await ollama.close()
  }
})

test('the switch and the row are apart, and what is typed outlives the closed row', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: { providers: twoProviders(server.origin) } })
  await openProviders(page)
  const workshop = await openProvider(page, 'Workshop')
  await workshop.getByRole('textbox', { name: 'API key' }).fill('half-typed')
  await row(page, 'Workshop').click()
  await workshop.getByRole('switch', { name: 'Enabled' }).click()
  await expect(workshop.getByText('Off', { exact: true })).toBeVisible()
  await expect(row(page, 'Workshop')).toHaveAttribute('aria-expanded', 'false')
  await openProvider(page, 'Workshop')
  await expect(workshop.getByRole('textbox', { name: 'API key' })).toHaveValue('half-typed')

  await workshop.getByRole('button', { name: 'Remove Workshop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(workshop).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add provider' })).toBeFocused()
})

test('the only provider that was added is open, and one that is added opens', async ({
  start,
  server,
}) => {
  const provider = { ...providerAt(server.origin), name: 'Workshop' }
  const { page } = await start({ settings: { providers: [provider] } })
  await openProviders(page)
  await expect(fieldsOf(page, 'Workshop')).toHaveCount(2)
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('option', { name: 'Groq', exact: true }).click()
  const groq = page.getByRole('group', { name: 'Groq', exact: true })
  await expect(groq.getByRole('textbox', { name: 'API key' })).toBeFocused()
  await expect(row(page, 'Groq')).toHaveAccessibleDescription('Needs an API key')
})

test('a server that starts or stops takes neither the focus nor what is typed', async ({
  start,
}) => {
  const first = await startFakeOllama()
  const { port } = first
  await first.close()
  const env = { OLLAMA_HOST: `127.0.0.1:${String(port)}` }
  const { page } = await start({ settings: {}, env })
  await openProviders(page)
  await expectRows(page, ['Parley guide', stoppedServers])
  await row(page, stoppedServers).click()
  const card = await openProvider(page, 'Ollama')
  await card.getByText('Address and key').click()
  const field = card.getByRole('textbox', { name: 'API key' })
  await field.pressSequentially('typed')
  const ollama = await startFakeOllama(port)
  await expect(card.getByText('Running on this computer')).toBeVisible()
  await expectRows(page, ['Ollama', 'Parley guide', stoppedServers, /./, /./, /./, /./, /./, /./])
  await expect(field).toHaveValue('typed')
  await expect(field).toBeFocused()
  await ollama.close()
  await expect(card.getByText('Not running')).toBeVisible()
  await expect(field).toBeFocused()
})

test('the list is used by the keyboard alone, in a narrow window', async ({ start, server }) => {
  const { page } = await start({ settings: { providers: twoProviders(server.origin) } })
  await page.setViewportSize({ width: 480, height: 700 })
  await openProviders(page)
  await page.getByRole('button', { name: 'Add provider' }).focus()
  await page.keyboard.press('Tab')
  await expect(row(page, 'Workshop')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(fieldsOf(page, 'Workshop')).toHaveCount(2)
  const workshop = page.getByRole('group', { name: 'Workshop', exact: true })
  await page.keyboard.press('Tab')
  await expect(workshop.getByRole('switch', { name: 'Enabled' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(workshop.getByRole('textbox', { name: 'API key' })).toBeFocused()
  await expectAccessible(page)
  await row(page, 'Workshop').focus()
  await page.keyboard.press('Space')
  await expect(fieldsOf(page, 'Workshop')).toHaveCount(0)
  await expect(row(page, 'Workshop')).toBeFocused()
  await row(page, stoppedServers).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'LM Studio')).toBeVisible()
  const panel = page.getByRole('tabpanel')
  expect(await panel.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expectAccessible(page)
})

test('a link leads to the field of a server that does not run', async ({ start }) => {
  const { page, composer } = await start({ settings: {} })
  await expect(composer).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('llama.cpp api key')
  await expect(page.getByRole('option').first()).toContainText('llama.cpp: API key')
  await page.keyboard.press('Enter')
  const card = page.getByRole('group', { name: 'llama.cpp', exact: true })
  await expect(card.getByRole('textbox', { name: 'API key' })).toBeFocused()
})
