import type { Frame, Page } from 'playwright'
import { startPluginSite, type FakePluginSite } from '../fakes/fakePluginSite.ts'
import { expect, settingsFor, test } from './parley.ts'
import { bundleSdk, seedPluginChat } from './pluginPage.ts'

let site: FakePluginSite
let sdk: string

test.beforeAll(async () => {
  site = await startPluginSite()
  sdk = await bundleSdk()
})
test.afterAll(() => site.close())

const frames = (page: Page): Frame[] =>
  page.frames().filter((frame) => /\.plugin\.invalid/.test(frame.url()))

/** Opens the chat and resolves to the frame of the plugin's page. */
async function openChat(page: Page): Promise<Frame> {
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Clock').click()
  await expect.poll(() => frames(page).length).toBe(1)
  return frames(page)[0]!
}

test('the published SDK works unchanged in the page of a result', async ({ start, server }) => {
  site.put('/ui/index.html', {
    body: `<h1>Clock</h1><script src="/sdk.js"></script><script>
      window.said = sdk.lobeChat.getPluginMessage()
    </script>`,
  })
  site.put('/sdk.js', { type: 'text/javascript', body: sdk })
  const folder = seedPluginChat(`${site.origin}/ui/index.html`, {
    text: '{"time":"12:00"}',
  })
  const { page } = await start({ folder, settings: settingsFor(server) })
  const frame = await openChat(page)
  await frame.getByRole('heading', { name: 'Clock' }).waitFor()
  expect(await frame.evaluate('said')).toEqual({ time: '12:00' })
})
