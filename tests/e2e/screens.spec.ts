import type { Page } from 'playwright'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, model } from './parley.ts'
import { seedScreens } from './screens/seedScreens.ts'
import {
  batchScreens,
  chatScreens,
  knowledgeScreens,
  completionScreens,
  mediaScreens,
  spendingScreens,
  pluginScreens,
  settingsScreens,
} from './screens/showScreens.ts'
import { walkByKeyboard } from './screens/walkByKeyboard.ts'
import { test } from './weatherPlugin.ts'

/** The longest that anything moves, in milliseconds. */
const maxMotionMilliseconds = 150

test('every screen can be read in the dark and used by keyboard alone', async ({
  start,
  server,
  plugin,
}) => {
  const { app, page, composer } = await start({
    folder: seedScreens(),
    settings: {
      providers: [{ ...providerAt(server.origin), name: 'Example' }],
      defaultModel: model,
    },
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(composer).toBeVisible()
  await noteSlowMotion(page)
  const places = [
    chatScreens(page),
    knowledgeScreens(page),
    pluginScreens(page, plugin),
    mediaScreens(page),
    batchScreens(page, app),
    spendingScreens(page),
    completionScreens(page),
    settingsScreens(page),
  ]
  for (const screens of places) {
    for await (const screen of screens) {
      await test.step(screen.name, async () => {
        await expectAccessible(page)
        if (!screen.isPopup) await walkByKeyboard(page, screen)
      })
    }
  }
  expect(await page.evaluate(() => (window as MotionWindow).slowMotion)).toEqual([])
})

type MotionWindow = Window & { slowMotion?: string[] }

/** Notes from now on what moves for longer than it may; what goes on for ever is no motion. */
async function noteSlowMotion(page: Page): Promise<void> {
  await page.evaluate((maximum) => {
    const slow: string[] = ((window as MotionWindow).slowMotion = [])
    const note = (): void => {
      for (const { effect } of document.getAnimations()) {
        const { duration, iterations } = effect?.getComputedTiming() ?? {}
        if (typeof duration !== 'number' || duration <= maximum || iterations === Infinity) continue
        const target = effect instanceof KeyframeEffect ? effect.target : null
        slow.push(`${String(duration)} ms: ${target?.outerHTML.slice(0, 160) ?? ''}`)
      }
    }
    addEventListener('transitionrun', note)
    addEventListener('animationstart', note)
  }, maxMotionMilliseconds)
}
