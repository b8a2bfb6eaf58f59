import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright'
import { expect, settingsFor } from './parley.ts'
import { openPlugins, test } from './weatherPlugin.ts'

type ShiftWindow = Window & { shifts?: string[] }

/** Notes from now on what moves by itself; what a press moves at once does not count. */
async function noteShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shifts: string[] = ((window as ShiftWindow).shifts = [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        if (entry.hadRecentInput) continue
        if (entry.sources.length === 0) shifts.push('something that is gone')
        for (const { node } of entry.sources) {
          shifts.push(node instanceof Element ? node.outerHTML.slice(0, 160) : 'a text')
        }
      }
    }).observe({ type: 'layout-shift' })
  })
}

interface LayoutShift {
  hadRecentInput: boolean
  sources: readonly { node: Node | null }[]
}

const shifts = (page: Page) => page.evaluate(() => (window as ShiftWindow).shifts)
const topOf = async (locator: Locator) => (await locator.boundingBox())?.y

/** Serves a description late, once `answer` is called. */
async function startSlowServer(description: unknown) {
  const { promise: released, resolve: answer } = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    void released.then(() => response.end(JSON.stringify(description)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/manifest.json`
  return { url, answer, close: () => server.close() }
}

test('the marketplace stays where it is while it loads and while a plugin is read', async ({
  start,
  server,
  plugin,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  const slow = await startSlowServer(plugin.manifest)
  try {
    await openPlugins(page)
    await noteShifts(page)
    // The list comes late, as on a slow machine.
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.getByRole('tab', { name: 'Marketplace' }).click()
    // By its mark: an open dialog hides the page behind it from the roles.
    const option = page.locator('[data-market-option]').first()
    await expect(option).toBeVisible()
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const first = await topOf(option)

    const asked = page.waitForTimeout(700)
    const address = page.getByRole('textbox', { name: 'Address or command' })
    await address.fill(slow.url)
    await address.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: /Reading/ })).toBeAttached()
    // The browser ignores layout shifts in the first half second after a press.
    await asked
    expect(await topOf(option)).toBe(first)
    slow.answer()
    const dialog = page.getByRole('dialog', { name: /^Install Weather/ })
    await expect(dialog).toBeVisible()
    expect(await topOf(option)).toBe(first)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await shifts(page)).toEqual([])
  } finally {
    slow.answer()
    slow.close()
  }
})

test('an entry that can’t be read says so in sight, and moves nothing', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openPlugins(page)
  await page.getByRole('tab', { name: 'Marketplace' }).click()
  const last = page.locator('[data-market-option]').last()
  await last.scrollIntoViewIfNeeded()
  const place = await topOf(last)
  await noteShifts(page)
  await last.click()
  // Without a network it fails; with one, its sheet opens above the list.
  const failure = page.getByRole('alert')
  const sheet = page.getByRole('dialog', { name: /^Install/ })
  await expect(failure.or(sheet).first()).toBeInViewport()
  expect(await topOf(last)).toBe(place)
  expect(await shifts(page)).toEqual([])
})
