import type { Page } from 'playwright'
import { providerAt } from './launch.ts'
import { expect, test } from './parley.ts'

/** Returns the animations that never end: they are drawn with each refresh of the screen. */
function running(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, playState }) => {
      const isEndless = effect?.getTiming().iterations === Infinity
      if (!isEndless || playState !== 'running') return []
      return effect instanceof KeyframeEffect ? [effect.target?.outerHTML ?? ''] : ['']
    }),
  )
}

/** The times of the endless animations together, in milliseconds. */
function timeOfAll(page: Page): Promise<number> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations === Infinity)
      .reduce((sum, { currentTime }) => sum + Number(currentTime), 0),
  )
}

test('what moves while an answer is awaited does so in steps', async ({ start, server }) => {
  server.behave({ kind: 'hang' })
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
  }
  const { page, send } = await start({ settings })
  await send('Hello')
  await expect(page.locator('.waiting')).toBeVisible()
  await expect.poll(() => timeOfAll(page)).toBeGreaterThan(0)
  await expect.poll(() => running(page)).toEqual([])
  const before = await timeOfAll(page)
  await expect.poll(() => timeOfAll(page)).toBeGreaterThan(before)
})

test('the caret rests without input, and a notice that waits draws nothing', async ({
  start,
  server,
}) => {
  const { page, composer } = await start({ settings: { providers: [providerAt(server.origin)] } })
  const motion = (): Promise<string> =>
    composer.evaluate((field) => getComputedStyle(field).getPropertyValue('caret-animation'))
  await composer.fill('Hello')
  expect(await motion()).toBe('auto')
  await expect.poll(motion).toBe('manual')
  expect(await running(page)).toEqual([])
  await page.keyboard.press('End')
  expect(await motion()).toBe('auto')
})
