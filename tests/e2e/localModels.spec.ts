import { fakeOllamaModels, startFakeOllama } from '../fakes/fakeOllama.ts'
import { expect, expectAccessible, openProvider, openProviders, test } from './parley.ts'

const registry = { 'gemma3:1b': [800_000_000, 15_000_000] }

test('a model is fetched with progress, cancelled, fetched again and deleted', async ({
  start,
}) => {
  const ollama = await startFakeOllama(0, { registry })
  ollama.loaded.set('llama3.1:8b', 4096)
  const pulls = () => ollama.requests.filter(({ path }) => path === '/api/pull')
  try {
    const { page } = await start({ settings: {}, env: { OLLAMA_HOST: ollama.origin } })
    await openProviders(page)
    const card = await openProvider(page, 'Ollama')
    await card.getByText('Models on this server').click()
    const rows = card.getByRole('list', { name: 'Models on this server' }).getByRole('listitem')
    await expect(rows.filter({ hasText: 'llama3.1:8b' })).toContainText('4.9 GB · Loaded')
    await expect(rows.filter({ hasText: 'qwen3:4b' })).toContainText('2.5 GB · Not loaded')

    ollama.holdUp(new Promise(() => undefined))
    const name = card.getByRole('textbox', { name: 'Download a model' })
    await name.fill('gemma3:1b')
    await name.press('Enter')
    const bar = card.getByRole('progressbar', { name: 'Downloading gemma3:1b' })
    await expect(bar).toHaveAttribute('aria-valuenow', '50')
    await expect(card.getByText('50% · 400 MB of 800 MB')).toBeVisible()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar).toHaveCount(0)
    await expect(name).toBeFocused()
    await pulls()[0]?.ended
    expect(pulls()[0]?.closedEarly).toBe(true)

    ollama.holdUp(Promise.resolve())
    await card.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(card.getByText('gemma3:1b is ready to use.')).toBeVisible()
    await expect(rows.filter({ hasText: 'gemma3:1b' })).toContainText('815 MB')

    await card.getByRole('button', { name: 'Unload llama3.1:8b' }).click()
    await expect(rows.filter({ hasText: 'llama3.1:8b' })).toContainText('Not loaded')
    await card.getByRole('button', { name: 'Delete gemma3:1b' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rows.filter({ hasText: 'gemma3:1b' })).toHaveCount(0)
    expect(ollama.names()).toEqual(fakeOllamaModels.map((model) => model.name))
    expect(ollama.violations).toEqual([])
  } finally {
    await ollama.close()
  }
})

test('a model that nobody has is said to be missing, and can be tried again', async ({ start }) => {
  const ollama = await startFakeOllama(0, { registry, models: [] })
  try {
    const { page } = await start({ settings: {}, env: { OLLAMA_HOST: ollama.origin } })
    await openProviders(page)
    const card = await openProvider(page, 'Ollama')
    await card.getByRole('button', { name: 'Check' }).click()
    await card.getByRole('button', { name: 'Download model' }).click()
    const name = card.getByRole('textbox', { name: 'Download a model' })
    await expect(name).toBeFocused()
    await name.fill('no-such-model')
    await name.press('Enter')
    await expect(card.getByRole('alert')).toContainText('no-such-model isn’t available')
    await card.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await expect
      .poll(() => ollama.requests.filter(({ path }) => path === '/api/pull').length)
      .toBe(2)
    await expectAccessible(page)
  } finally {
    await ollama.close()
  }
})

test('the context size of a local server is kept and asked for', async ({ start }) => {
  const ollama = await startFakeOllama()
  try {
    const env = { OLLAMA_HOST: ollama.origin }
    const { page } = await start({ settings: {}, env })
    await openProviders(page)
    const card = await openProvider(page, 'Ollama')
    await card.getByText('More options').click()
    const size = card.getByRole('textbox', { name: 'Context size (tokens)' })
    await size.fill('many')
    await size.press('Enter')
    await expect(card.getByRole('alert')).toBeVisible()
    await size.fill('16,384')
    await size.press('Enter')
    await expect(size).toHaveValue('16384')
    await card.getByRole('button', { name: 'Check' }).click()
    await expect(card.getByRole('listitem').filter({ hasText: 'passed' })).toHaveCount(4)
    expect([...ollama.loaded.values()]).toEqual([16_384])
  } finally {
    await ollama.close()
  }
})

test('a download stays in sight wherever one goes, can be cancelled there, and says when it fails', async ({
  start,
}) => {
  const ollama = await startFakeOllama(0, { registry })
  try {
    const { page } = await start({ settings: {}, env: { OLLAMA_HOST: ollama.origin } })
    await openProviders(page)
    const card = await openProvider(page, 'Ollama')
    await card.getByText('Models on this server').click()
    ollama.holdUp(new Promise(() => undefined))
    const name = card.getByRole('textbox', { name: 'Download a model' })
    await name.fill('gemma3:1b')
    await name.press('Enter')
    const bar = page.getByRole('progressbar', { name: 'Downloading gemma3:1b' })
    await expect(bar).toHaveAttribute('aria-valuenow', '50')
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await expect(bar).toHaveCount(0)
    const jobs = page.getByRole('status', { name: 'Jobs' })
    await jobs.getByRole('button', { name: 'Jobs: 1 running' }).click()
    await expect(bar).toHaveAttribute('aria-valuenow', '50')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await openProviders(page)
    await expect(bar).toHaveAttribute('aria-valuenow', '50')
    await page.getByRole('tab', { name: 'General' }).click()
    await jobs.getByRole('button').click()
    await page.getByRole('dialog', { name: 'Jobs' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(jobs).toHaveCount(0)

    ollama.holdUp(Promise.resolve())
    await page.getByRole('tab', { name: 'Providers' }).click()
    await card.getByText('Models on this server').click()
    ollama.holdUp(new Promise(() => undefined))
    await name.fill('gemma3:1b')
    await name.press('Enter')
    await expect(bar).toHaveAttribute('aria-valuenow', '50')
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await ollama.close()
    await jobs.getByRole('button', { name: 'Jobs: 1 failed' }).click()
    const list = page.getByRole('dialog', { name: 'Jobs' })
    await expect(list.getByRole('alert')).toContainText('Ollama')
    await list.getByRole('button', { name: 'Remove gemma3:1b from list' }).click()
    await expect(jobs).toHaveCount(0)
  } finally {
    await ollama.close().catch(() => undefined)
  }
})
