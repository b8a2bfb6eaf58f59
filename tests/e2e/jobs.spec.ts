import { startFakeOllama } from '../fakes/fakeOllama.ts'
import type { FakeOllama } from '../fakes/fakeOllama.ts'
import type { Parley } from './launch.ts'
import { expect, expectAccessible, openProvider, openProviders, test } from './parley.ts'

const registry = { 'gemma3:1b': [800_000_000, 15_000_000], 'qwen3:8b': [5_000_000_000] }
const never = new Promise<never>(() => undefined)

function pullsOf(ollama: FakeOllama) {
  return ollama.requests.filter(({ path }) => path === '/api/pull')
}

/** Starts a model download, which stays unfinished, and leaves the place that shows it. */
async function getModel({ page }: Parley, name: string): Promise<void> {
  await openProviders(page)
  const card = await openProvider(page, 'Ollama')
  await card.getByText('Models on this server').click()
  await card.getByRole('textbox', { name: 'Download a model' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
}

test('a download goes on over a reload of the page, and over a kill of Parley', async ({
  start,
}) => {
  const ollama = await startFakeOllama(0, { registry })
  ollama.holdUp(never)
  const env = { OLLAMA_HOST: ollama.origin }
  try {
    const first = await start({ settings: {}, env })
    await getModel(first, 'gemma3:1b')
    const jobs = first.page.getByRole('status', { name: 'Jobs' })
    await expect(jobs.getByRole('button', { name: 'Jobs: 1 running' })).toBeVisible()

    await first.page.reload()
    await jobs.getByRole('button', { name: 'Jobs: 1 running' }).click()
    const bar = first.page.getByRole('progressbar', { name: 'Downloading gemma3:1b' })
    await expect(bar).toHaveAttribute('aria-valuenow', '50')
    expect(pullsOf(ollama)).toHaveLength(1)

    await first.kill()
    await pullsOf(ollama)[0]?.ended
    ollama.holdUp(Promise.resolve())
    const second = await start({ folder: first.folder, env })
    const list = second.page.getByRole('dialog', { name: 'Jobs' })
    await second.page.getByRole('button', { name: 'Jobs: 1 finished' }).click()
    await expect(list).toContainText('gemma3:1b is ready to use.')
    expect(pullsOf(ollama)).toHaveLength(2)
    expect(ollama.names()).toContain('gemma3:1b')
    await expectAccessible(second.page)
    await list.getByRole('button', { name: 'Remove gemma3:1b from list' }).click()
    await expect(second.page.getByRole('status', { name: 'Jobs' })).toHaveCount(0)
  } finally {
    await ollama.close()
  }
})

test('downloads to one server take turns, and what waits can be cancelled', async ({ start }) => {
  const ollama = await startFakeOllama(0, { registry })
  ollama.holdUp(never)
  try {
    const parley = await start({ settings: {}, env: { OLLAMA_HOST: ollama.origin } })
    const { page } = parley
    await getModel(parley, 'gemma3:1b')
    // The check of a server without its model offers to download it, even during another download.
    await page.evaluate(() =>
      window.bridge.call('providers.pullModel', { providerId: 'ollama', modelId: 'qwen3:8b' }),
    )
    await page.getByRole('button', { name: 'Jobs: 1 running · 1 waiting' }).click()
    const rows = page.getByRole('dialog', { name: 'Jobs' }).getByRole('listitem')
    await expect(rows.nth(1)).toContainText('Queued')
    await expectAccessible(page)
    await rows.nth(1).getByRole('button', { name: 'Cancel' }).click()
    await expect(rows).toHaveCount(1)
    await rows.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('status', { name: 'Jobs' })).toHaveCount(0)
    expect(pullsOf(ollama)).toHaveLength(1)
  } finally {
    await ollama.close()
  }
})
