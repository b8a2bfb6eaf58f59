import type { Page } from 'playwright'
import { startPluginSite } from '../../fakes/fakePluginSite.ts'
import { discard, launch } from '../../e2e/launch.ts'
import { openPluginChat, pluginFrames, seedPluginChat } from '../../e2e/pluginPage.ts'
import type { BenchOptions, Report } from '../row.ts'

/** Floods that a page sends at once, and whether each costs it its frame. */
const floods = [
  {
    name: '20,000 messages',
    code: "for (let i = 0; i < 20000; i += 1) top.postMessage({ type: 'x' }, '*')",
    ends: true,
  },
  {
    name: '40 messages of 2 MB',
    code: "const large = 'x'.repeat(1e6); for (let i = 0; i < 40; i += 1) top.postMessage({ type: large }, '*')",
    ends: false,
  },
  {
    name: 'a list of 200,000 objects',
    code: "top.postMessage({ type: 'x', list: Array.from({ length: 2e5 }, () => ({ a: 1 })) }, '*')",
    ends: false,
  },
  {
    name: 'the same list, carried',
    code: "parent.postMessage({ type: 'x', list: Array.from({ length: 2e5 }, () => ({ a: 1 })) }, '*')",
    ends: true,
  },
  {
    name: '20,000 messages, carried',
    // One after the other, so that a busy machine may take fewer than the limit.
    code: "for (let i = 0; i < 20000; i += 1) parent.postMessage({ type: 'x' }, '*')",
    ends: null,
  },
]
const watchedMilliseconds = 3000

/** Measures the window's longest stall while the page of a plugin floods it with messages. */
export async function measureFlood(report: Report, { quick }: BenchOptions): Promise<void> {
  const site = await startPluginSite({ '/': { body: '<!doctype html><p>page' } })
  const folder = seedPluginChat(`${site.origin}/`)
  const parley = await launch({ folder, settings: {} })
  const { page } = parley
  try {
    for (const { name, ...flood } of floods) {
      const samples: number[] = []
      for (let run = 0; run < (quick ? 1 : 5); run += 1) samples.push(await stallOf(page, flood))
      report({ name: `${name}: longest stall`, unit: 'ms', samples, aim: { most: 100 } })
    }
  } finally {
    await discard(parley)
    await site.close()
  }
}

/** Resolves to the longest time between two frames that the window draws, in milliseconds. */
async function stallOf(
  page: Page,
  { code, ends }: { code: string; ends: boolean | null },
): Promise<number> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  while (pluginFrames(page).length > 0) await page.waitForTimeout(20)
  const frame = await openPluginChat(page)
  await frame.getByText('page').waitFor()
  const longest = page.evaluate((milliseconds) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const end = performance.now() + milliseconds
    let last = performance.now()
    let stall = 0
    const look = (): void => {
      const now = performance.now()
      stall = Math.max(stall, now - last)
      last = now
      if (now < end) requestAnimationFrame(look)
      else resolve(stall)
    }
    requestAnimationFrame(look)
    return promise
  }, watchedMilliseconds)
  await frame.evaluate(`setTimeout(() => { ${code} }, 300)`)
  const stall = await longest
  const told = page.getByText('The page sent too many messages')
  if (ends) await told.waitFor()
  else if (ends === false && (await told.isVisible()))
    throw new Error(`The frame has ended: ${code}`)
  return stall
}
