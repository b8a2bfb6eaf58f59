import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { startFakeAnthropic } from '../fakes/fakeAnthropic.ts'
import { fakeAwsKey, startFakeBedrock } from '../fakes/fakeBedrock.ts'
import { startFakeImages } from '../fakes/fakeImages.ts'
import { startFakeOllama } from '../fakes/fakeOllama.ts'
import { startNewestServer } from '../fakes/newestServer.ts'
import { installServer } from './installServer.ts'
import { createBase, drop, openKnowledge, rowOf, textFile } from './knowledgePage.ts'
import { providerAt, root } from './launch.ts'
import { expect, test } from './parley.ts'

/** Begins all that is typed, so that a part of the text gives it away too. */
const secret = 'quokka'

/** A request at one of the servers. */
interface Seen {
  name: string
  /** All that it carries. */
  text: string
}

/** Expects requests that docs/what-leaves.md lists as made without a press. */
function expectListed(made: readonly Seen[]): void {
  const docs = readFileSync(join(root, 'docs/what-leaves.md'), 'utf8')
  const [, section = ''] = /^### Without a press$(.*?)^### /ms.exec(docs) ?? []
  const listed = [...section.matchAll(/`((?:GET|POST|MCP) [^`]+)`/g)].map(([, name]) => name)
  const names = new Set(made.map(({ name }) => name.replace(/\?.*/, '')))
  expect([...names].filter((name) => !listed.includes(name))).toEqual([])
  expect(names.size).toBeGreaterThan(0)
}

async function startServers() {
  const anthropic = await startFakeAnthropic({ key: 'sk-ant-fake' })
  const bedrock = await startFakeBedrock({ region: 'eu-central-1' })
  bedrock.list({ status: 403, type: 'AccessDeniedException', message: 'Not allowed to list' })
  const ollama = await startFakeOllama()
  const images = await startFakeImages()
  const mcp = await startNewestServer()
  const http = [anthropic, bedrock, ollama]
  return {
    ...{ anthropic, bedrock, ollama, images, mcp },
    /** Requests seen by each server so far. */
    seen: [
      ...http.map(
        ({ requests }) =>
          () =>
            requests.map(describe),
      ),
      () => images.seen.map((one) => ({ name: 'POST picture', text: JSON.stringify(one) })),
      () => mcp.requests.map(describeMcp),
    ],
    close: async () => {
      for (const one of [...http, images, mcp]) await one.close()
    },
  }
}

function describe({ method, path, body }: { method: string; path: string; body: unknown }): Seen {
  return { name: `${method} ${path}`, text: `${path} ${JSON.stringify(body)}` }
}

function describeMcp({ method, body }: { method: string; body: string }): Seen {
  const called = /"method":"([^"]+)"/.exec(body)?.[1]
  return { name: called === undefined ? `${method} /mcp` : `MCP ${called}`, text: body }
}

/** Types like a person for twelve seconds: five words with pauses. */
async function type(page: Page, field: Locator, begin = ''): Promise<void> {
  await field.fill('')
  for (const word of [`${begin}${secret}`, 'lives', 'on', 'Rottnest', 'Island']) {
    await field.pressSequentially(`${word} `)
    // Starts the work that waits for a pause in typing.
    await page.clock.runFor(2400)
  }
}

test('a minute of typing with everything turned on sends no word of it', async ({
  start,
  server,
}) => {
  const servers = await startServers()
  const { anthropic, bedrock, ollama, images, mcp } = servers
  const seen: (() => Seen[])[] = [() => server.requests.map(describe), ...servers.seen]
  try {
    const aws = { region: 'eu-central-1', credentials: 'accessKey' }
    const settings = {
      providers: [
        {
          ...providerAt(anthropic.origin, 'anthropic'),
          kind: 'anthropic',
          baseUrl: anthropic.origin,
        },
        { ...providerAt(bedrock.origin, 'bedrock'), kind: 'bedrock', baseUrl: bedrock.origin, aws },
        { ...providerAt('', 'images'), baseUrl: images.baseUrl },
        providerAt(server.origin),
      ],
      defaultModel: { providerId: 'anthropic', modelId: 'claude-large' },
    }
    const env = { OLLAMA_HOST: ollama.origin }
    const { page, composer, send, last } = await start({ settings, env })
    await page.evaluate(
      async ([key, awsKey]) => {
        const save = async (providerId: string, value: string): Promise<unknown> =>
          window.bridge.call('secrets.set', {
            ...{ providerId, keyId: 'first', key: value, sessionOnly: true },
          })
        await save('anthropic', key ?? '')
        await save('bedrock', awsKey ?? '')
      },
      ['sk-ant-fake', `${fakeAwsKey.accessKeyId}:${fakeAwsKey.secretAccessKey}`],
    )
    // The lists of models have come, which nobody has pressed for.
    await expect(page.getByRole('button', { name: /^Model.*Claude Large/ })).toBeVisible()
    await expect.poll(() => ollama.requests.map(({ path }) => path)).toContain('/api/tags')
    expectListed(seen.flatMap((ofServer) => ofServer()))
    await installServer(page, mcp.url)
    await openKnowledge(page)
    await createBase(page, 'Contracts', /text-embedding-fake/)
    await drop(page, textFile('lease.txt', 'The tenant pays the rent on the first day.\n'))
    await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await page.locator('form.composer').getByRole('button', { name: 'Knowledge' }).click()
    await page.getByRole('switch', { name: 'Contracts' }).click()
    await page.keyboard.press('Escape')
    await send('When is the rent due?')
    await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
    const titled = (): number =>
      anthropic.requests.filter(({ path }) => path === '/v1/messages').length
    await expect.poll(titled).toBe(2)

    await page.clock.install()
    const before = seen.map((ofServer) => ofServer().length)
    const meter = page.getByRole('button', { name: /About [\d,]+ / })
    for (const name of [/claude-large|Claude Large/, /llama3/, /nova|claude-sonnet/i]) {
      await page.getByRole('button', { name: /^Model/ }).click()
      await page.clock.runFor(500)
      await page.getByRole('option', { name }).first().click()
      await type(page, composer)
      await expect(meter).toBeVisible()
    }
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `${secret}.txt`, mimeType: 'text/plain', buffer: Buffer.from(secret) })
    await expect(page.getByRole('listitem').filter({ hasText: `${secret}.txt` })).toBeVisible()
    await type(page, composer, '/')
    await type(page, page.getByRole('searchbox', { name: 'Search chats' }))

    await composer.fill('/greet')
    await page.getByRole('option', { name: /Greeting/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Greeting' })
    await type(page, dialog.getByRole('combobox', { name: 'name' }))
    await page.keyboard.press('Escape')
    await page.clock.runFor(500)

    await page.getByRole('button', { name: 'Knowledge', exact: true }).first().click()
    await type(page, page.getByRole('searchbox', { name: 'Try the search' }))
    await page.getByRole('button', { name: 'Media', exact: true }).click()
    await type(page, page.getByRole('textbox', { name: 'Prompt' }))

    // The user's press sends the draft, after whatever was on its way.
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await composer.fill(secret)
    await page.clock.runFor(2400)
    await meter.click()
    const counts = (): Seen[] =>
      bedrock.requests.map(describe).filter(({ text }) => text.includes(secret))
    expect(counts()).toEqual([])
    await page.getByRole('button', { name: 'Count exactly' }).click()
    await expect
      .poll(() => counts().map(({ name }) => name))
      .toEqual([expect.stringMatching(/count-tokens$/)])

    const [count] = counts()
    const made = seen
      .flatMap((ofServer, index) => ofServer().slice(before[index]))
      .filter(({ name, text }) => name !== count?.name || text !== count.text)
    expect(made.filter(({ text }) => text.includes(secret.slice(0, 4)))).toEqual([])
    expectListed(made)
    // The slash has asked for the prompts.
    expect(made.map(({ name }) => name)).toContain('MCP prompts/list')
  } finally {
    await servers.close()
  }
})
