import { expect, test as base } from '@playwright/test'
import type { Locator, Page } from 'playwright'
import { openSession } from '../../scripts/session.mjs'
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { discard, launch, providerAt, type LaunchOptions, type Parley } from './launch.ts'
import { shareParley, type SharedParley } from './sharedParley.ts'

export { expectAccessible } from '../expectAccessible.ts'

type Settings = Record<string, unknown>

interface Fixtures {
  /** Starts Parley. After the test everything started ends, and new folders are removed. */
  start: (options?: LaunchOptions) => Promise<Parley>
  /**
   * Opens Parley as after a first start with these settings, by default those of `settingsFor`. One
   * serves all tests of a file, so it is not for a test that changes settings or keys, or that ends
   * Parley.
   */
  open: (settings?: Settings) => Promise<Parley>
  /** The worker's server, which knows nothing of earlier tests. */
  server: FakeOpenAi
  /** Ends what the tests of another file shared. */
  leaving: void
}

interface WorkerFixtures {
  /** One desktop per worker: another worker's keyboard belongs to another window. */
  desktop: void
  shared: SharedParley
  ownServer: FakeOpenAi
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  desktop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
    async ({}, use) => {
      const session = await openSession(process.env)
      Object.assign(process.env, session.env)
      await use()
      await session.close()
    },
    { scope: 'worker', auto: true },
  ],
  shared: [
    async ({ desktop: _desktop }, use) => {
      const shared = shareParley()
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],
  ownServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
    async ({}, use) => {
      const server = await startFakeOpenAi()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  leaving: [
    async ({ shared }, use, { file }) => {
      await shared.leave(file)
      await use()
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  start: async ({}, use) => {
    const started: Parley[] = []
    await use(async (options) => {
      const parley = await launch(options)
      started.push(parley)
      return parley
    })
    for (const parley of started) await discard(parley)
    await emptyKeyring()
  },
  open: async ({ shared, server }, use, { file }) => {
    await use((settings = settingsFor(server)) => shared.open(file, settings))
    await shared.empty()
  },
  server: async ({ ownServer }, use) => {
    ownServer.reset()
    await use(ownServer)
  },
})

/** The model that answers in most tests. */
export const model = { providerId: 'fake', modelId: 'parley-large' }

/** Returns settings with the server as the only provider, and its large model for new chats. */
export function settingsFor({ origin }: FakeOpenAi, more: Settings = {}): Settings {
  return { providers: [providerAt(origin)], defaultModel: model, ...more }
}

/** Removes the keys that a test's providers left, because the next test has the same providers. */
async function emptyKeyring(): Promise<void> {
  // On other systems the keychain is the user's own.
  if (process.platform !== 'linux') return
  const { default: keytar } = await import('keytar')
  const service = 'Parley'
  for (const { account } of await keytar.findCredentials(service)) {
    await keytar.deletePassword(service, account)
  }
}

/** Makes the fake list one model, with the fields that services add to OpenAI's list. */
export function listModel(server: FakeOpenAi, id: string, facts: object = {}): void {
  const data = [{ id, object: 'model', created: 1_790_000_000, owned_by: 'fake', ...facts }]
  server.behaveAt('/v1/models', { kind: 'status', status: 200, body: { object: 'list', data } })
}

/** Opens Settings, Providers. */
export async function openProviders(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
}

/** Opens a provider's row in Settings, Providers, unless it is open. Returns the row. */
export async function openProvider(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole('group', { name, exact: true })
  const button = row.getByRole('button', { name, exact: true })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  return row
}

export { expect }
