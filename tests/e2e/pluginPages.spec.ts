import { createHash } from 'node:crypto'
import type { Frame, Page } from 'playwright'
import { startPluginSite, type FakePluginSite } from '../fakes/fakePluginSite.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'
import { bundleSdk, openPluginChat, seedPluginChat } from './pluginPage.ts'

let site: FakePluginSite
let address: string

test.beforeAll(async () => {
  site = await startPluginSite()
  address = `${site.origin}/ui/index.html`
  site.put('/sdk.js', { type: 'text/javascript', body: await bundleSdk() })
})
test.afterAll(() => site.close())

const sdkPage = '<!doctype html><h1>Clock</h1><script src="/sdk.js"></script>'
const tool = {
  name: 'getTime',
  callName: 'clock_get',
  title: 'Time',
  description: '',
  parameters: { type: 'object' },
  effect: 'read' as const,
  destination: null,
  tokens: 1,
  hash: createHash('sha256').update('').digest('hex'),
}
const settings = {
  type: 'object',
  properties: { unit: { type: 'string' }, key: { type: 'string', format: 'password' } },
}

async function ask(frame: Frame, call: string): Promise<unknown> {
  await frame.waitForFunction('window.sdk')
  return frame.evaluate(`sdk.lobeChat.${call}`)
}

/** Leaves the chat and opens it again, which loads the page anew. */
async function reopen(page: Page): Promise<Frame> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect.poll(() => page.locator('iframe[title]').count()).toBe(0)
  return openPluginChat(page)
}

test('the published SDK works unchanged with a result', async ({ start, server }) => {
  site.put('/ui/index.html', { body: sdkPage })
  const folder = seedPluginChat(address, {
    text: '{"time":"12:00"}',
    settings: { unit: 'h' },
    more: { tools: [tool], settings, secretSettings: ['key'] },
  })
  const { page } = await start({ folder, settings: settingsFor(server) })
  const frame = await openPluginChat(page)
  await frame.getByRole('heading', { name: 'Clock' }).waitFor()
  await expectAccessible(page)

  expect(await ask(frame, 'getPluginMessage()')).toEqual({ time: '12:00' })
  const rendered = frame.evaluate(() => {
    parent.postMessage({ type: 'lobe-chat:plugin-ready-for-render' }, '*')
    return new Promise((resolve) => {
      addEventListener('message', ({ data }) => resolve(data), { once: true })
    })
  })
  expect(await rendered).toEqual({
    type: 'lobe-chat:render-plugin',
    props: { content: { time: '12:00' }, name: 'getTime' },
  })

  expect(await ask(frame, 'getPluginSettings()')).toEqual({ unit: 'h' })
  await ask(frame, "setPluginSettings({ unit: 'min', key: 'stolen', other: 1 })")
  expect(await ask(frame, 'getPluginSettings()')).toEqual({ unit: 'min' })

  await ask(frame, "setPluginState('tab', { open: 2 })")
  await ask(frame, "setPluginState('__proto__', { open: 3 })")
  expect(await ask(frame, "getPluginState('tab')")).toEqual({ open: 2 })

  // Nobody has pressed it, so it may write nothing.
  const answer = page.getByRole('article', { name: 'Assistant' })
  await ask(frame, "createAssistantMessage('By itself.')")
  await ask(frame, "setPluginMessage('by itself')")
  expect(await ask(frame, 'getPluginMessage()')).toEqual({ time: '12:00' })
  await expect(answer).not.toContainText('By itself.')

  await page.getByRole('button', { name: 'Use Clock' }).click()
  await ask(frame, "createAssistantMessage('It is noon.')")
  const written = answer.getByRole('region', { name: 'Written by the page of Clock' })
  await expect(written).toContainText('It is noon.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await ask(frame, "setPluginMessage({ time: '13:00' })")
  expect(await ask(frame, 'getPluginMessage()')).toEqual({ time: '13:00' })

  // Nobody works in it now, so it may not spend money.
  const before = server.requests.length
  await ask(frame, "triggerAIMessage('x')")
  await ask(frame, "setPluginMessage('more', true)")
  expect(await ask(frame, 'getPluginMessage()')).toBe('more')
  expect(server.requests.length).toBe(before)

  const second = await reopen(page)
  expect(second.url()).not.toBe(frame.url())
  expect(await ask(second, "getPluginState('tab')")).toEqual({ open: 2 })
  expect(await ask(second, 'getPluginSettings()')).toEqual({ unit: 'min' })
  expect(await ask(second, 'getPluginMessage()')).toBe('more')
})

test('the page of a standalone plugin is the answer', async ({ start, server }) => {
  site.put('/ui/index.html', { body: sdkPage })
  server.behave(({ messages }) => {
    const last = messages.at(-1)
    return { kind: 'answer', text: `I was told: ${last?.content ?? ''}` }
  })
  const folder = seedPluginChat(address, {
    isAnswer: true,
    text: '',
    more: { type: 'standalone', tools: [tool] },
  })
  const { page, last } = await start({ folder, settings: settingsFor(server) })
  const frame = await openPluginChat(page)
  expect(await ask(frame, 'getPluginPayload()')).toEqual({
    arguments: { city: 'Rome' },
    name: 'getTime',
    settings: {},
    state: {},
  })
  await ask(frame, "setPluginMessage({ time: '13:00' }, true)")
  await expect(last('Assistant')).toContainText('I was told: {"time":"13:00"}')
  // The page asks once by itself.
  const asked = server.requests.length
  await ask(frame, "setPluginMessage('again', true)")
  expect(await ask(frame, 'getPluginMessage()')).toEqual({ time: '13:00' })
  expect(server.requests.length).toBe(asked)
})

test('a module is shown in the same frame', async ({ start, server }) => {
  site.put('/ui/module.js', {
    type: 'text/javascript',
    body: `import { label } from './label.js'
      export default ({ content, name }, root) => { root.textContent = label + content.time + name }`,
  })
  site.put('/ui/label.js', { type: 'text/javascript', body: "export const label = 'Now: '" })
  const url = `${site.origin}/ui/module.js`
  const folder = seedPluginChat(url, {
    text: '{"time":"12:00"}',
    more: { tools: [tool], page: { url, mode: 'module', width: 200, height: 9999 } },
  })
  const { page } = await start({ folder, settings: settingsFor(server) })
  const frame = await openPluginChat(page)
  await expect(frame.locator('#root')).toHaveText('Now: 12:00getTime')
  // As large as it asks, within bounds.
  const box = await page.locator('.plugin-frame').boundingBox()
  expect(box).toMatchObject({ width: 200, height: 900 })
})

test('a link opens in the browser once the user has said so', async ({ start, server }) => {
  site.put('/ui/index.html', {
    body: `<!doctype html><a href="https://elsewhere.example/a?b">Elsewhere</a>
      <a href="#here">Here</a><a href="javascript:document.title='ran'">Script</a>`,
  })
  const { page, app } = await start({
    folder: seedPluginChat(address),
    settings: settingsFor(server),
  })
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
  const frame = await openPluginChat(page)
  const question = page.getByRole('button', { name: 'Show question' })
  // A script is no user.
  await frame.evaluate(() => document.querySelector('a')?.click())
  await frame.evaluate(() => fetch('/~link', { method: 'POST', body: 'https://evil.example/' }))
  await page.getByRole('button', { name: 'Use Clock' }).click()
  await frame.getByText('Here', { exact: true }).click()
  await expect(question).toHaveCount(0)
  await frame.getByText('Elsewhere').click()
  await question.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('https://elsewhere.example/a?b')
  expect(await opened()).toEqual([])
  await dialog.getByRole('button', { name: 'Open in browser' }).click()
  await expect.poll(opened).toEqual(['https://elsewhere.example/a?b'])
  await expect(question).toHaveCount(0)
})
