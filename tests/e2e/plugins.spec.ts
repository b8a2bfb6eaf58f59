import type { Page } from 'playwright'
import type { Contract } from '../../src/shared/ipc/contract.ts'
import type { FakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { startFakePlugin, type FakePlugin } from '../fakes/fakePlugin.ts'
import { startPluginSite } from '../fakes/fakePluginSite.ts'
import { expect, listModel, settingsFor, test as base } from './parley.ts'
import { pluginFrames } from './pluginPage.ts'

type Plugins = Contract['plugins']
type Method = {
  [Name in keyof Plugins]: Plugins[Name]['kind'] extends 'method' ? Name : never
}[keyof Plugins]

const test = base.extend<{ plugin: FakePlugin }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  plugin: async ({}, use) => {
    const plugin = await startFakePlugin()
    await use(plugin)
    await plugin.close()
  },
})

/** Calls a method of the feature as the page does. */
function call(page: Page, name: Method, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([method, given]) => {
      const reply = await window.bridge.call(method, given)
      if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.details?.subject ?? ''}`)
      return reply.value
    },
    [`plugins.${name}`, input] as const,
  )
}

async function install(page: Page, plugin: FakePlugin): Promise<void> {
  const source = { kind: 'address', url: plugin.manifestUrl }
  const { id } = (await call(page, 'inspect', { source })) as { id: string }
  await call(page, 'install', { inspectionId: id, choices: { localNetwork: true } })
}

/** As the model writes it, and as it is shown and sent. */
const written = '{"city":"Łódź",  "days":3}'
const given = '{"city":"Łódź","days":3}'

/** The model asks for the weather, and then says what it was told. */
function askForTheWeather(server: FakeOpenAi): void {
  listModel(server, 'parley-large', { supported_parameters: ['tools'] })
  server.behave(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') return { kind: 'answer', text: `I was told: ${last.content ?? ''}` }
    return {
      kind: 'answer',
      text: 'Let me look.',
      toolCalls: [{ id: 'call_1', name: 'weather__fetchWeather', arguments: written }],
    }
  })
}

test('a plugin from an address answers a model, once the user allows the call', async ({
  start,
  server,
  plugin,
}) => {
  askForTheWeather(server)
  plugin.manifest['systemRole'] = 'Name the city first.'
  plugin.manifest['settings'] = { type: 'object', properties: { apiKey: { type: 'string' } } }
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await page.getByRole('button', { name: /parley-large/ }).waitFor()
  await install(page, plugin)
  await call(page, 'writeSettings', { id: 'weather', values: { apiKey: 'größe-1234' } })

  await send('Weather?')
  const card = page.getByRole('group', { name: /^Allow “fetchWeather/ })
  await expect(card).toContainText(new URL(plugin.origin).host)
  expect(plugin.calls()).toEqual([])
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(last('Assistant')).toContainText(`I was told: It rains. You sent ${given}`)

  const [got] = plugin.calls()
  expect(got?.text).toBe(given)
  const header = '{"apiKey":"gr\\u00f6\\u00dfe-1234"}'
  expect(got?.headers).toMatchObject({
    'x-parley-plugin-settings': header,
    'x-lobe-plugin-settings': header,
  })
  const [request] = server.requests.filter(({ path }) => path === '/v1/chat/completions')
  expect(request?.text).toContain('Name the city first.')
  expect(await call(page, 'log', { limit: 10 })).toMatchObject([
    { pluginId: 'weather', tool: 'fetchWeather', arguments: given, verdict: 'done', error: null },
  ])

  await call(page, 'remove', { id: 'weather' })
  await send('And now?')
  await expect(last('Assistant')).toContainText('There is no tool named weather__fetchWeather.')
  expect(plugin.calls()).toHaveLength(1)
})

test('a call that Parley did not outlive is neither repeated nor forgotten', async ({
  start,
  server,
  plugin,
}) => {
  askForTheWeather(server)
  const begun = Promise.withResolvers<void>()
  plugin.answer = () => begun.resolve()
  const first = await start({ settings: settingsFor(server) })
  await first.page.getByRole('button', { name: /parley-large/ }).waitFor()
  await install(first.page, plugin)
  await first.send('Weather?')
  await first.page.getByRole('button', { name: 'Allow once' }).click()
  await begun.promise
  await first.kill()

  const { page } = await start({ folder: first.folder })
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Weather?').click()
  await expect(page.getByRole('article', { name: 'Assistant' })).toContainText('fetchWeather')
  expect(await call(page, 'log', { limit: 10 })).toMatchObject([
    { verdict: 'stopped', error: { code: 'pluginStopped' }, arguments: given },
  ])
  expect(plugin.calls()).toHaveLength(1)
})

const boardPage = `<!doctype html><p id="given"></p><button>Done</button><script>
  addEventListener('message', ({ data }) => {
    if (data.type !== 'lobe-chat:init-standalone-plugin') return
    document.getElementById('given').textContent = data.payload.arguments
  })
  document.querySelector('button').onclick = () => top.postMessage(
    { type: 'lobe-chat:fill-plugin-content', content: 'It is sunny', triggerAiMessage: true }, '*')
  top.postMessage({ type: 'lobe-chat:plugin-ready-for-render' }, '*')
</script>`

test('a model calls a standalone tool, whose page is the answer', async ({
  start,
  server,
  plugin,
}) => {
  const site = await startPluginSite({ '/board': { body: boardPage } })
  askForTheWeather(server)
  Object.assign(plugin.manifest, { type: 'standalone', ui: { url: `${site.origin}/board` } })
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await page.getByRole('button', { name: /parley-large/ }).waitFor()
  await install(page, plugin)
  await send('Weather?')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect.poll(() => pluginFrames(page).length).toBe(1)
  const [frame] = pluginFrames(page)
  if (!frame) throw new Error('There is no page')
  await expect(frame.locator('#given')).toHaveText(given)
  // The page is asked, and neither the plugin's server nor the model again.
  expect(plugin.calls()).toEqual([])
  await expect(last('Assistant')).not.toContainText('I was told')
  await page.getByRole('button', { name: 'Use Weather' }).click()
  await frame.getByRole('button', { name: 'Done' }).click()
  await expect(last('Assistant')).toContainText('I was told: It is sunny')
  await site.close()
})
