import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { builtPageTest } from '../builtPageTest.ts'
import { expectAccessible } from '../expectAccessible.ts'

const test = builtPageTest.extend({})
test.use({ pageName: 'parts' })
test.describe.configure({ mode: 'parallel' })
test.skip(process.platform !== 'linux', 'Other systems draw the same type in another way')

const looks = {
  light: { colorScheme: 'light', direction: 'ltr' },
  dark: { colorScheme: 'dark', direction: 'ltr' },
  rtl: { colorScheme: 'light', direction: 'rtl' },
  forced: { colorScheme: 'dark', direction: 'ltr', forcedColors: 'active' },
} as const
const areas = ['buttons', 'fields', 'lists', 'messages']
/** Layers over the page, by the button that opens each. */
const popups = {
  menu: 'Open menu',
  choices: 'Open choices',
  services: 'Open services',
  dialog: 'Open dialog',
  question: 'Open question',
  drawer: 'Open drawer',
  toast: 'Open toast',
}
/** Parts that others contain: the loader of a Menu, and the edge of a SidePanel. */
const shownInOthers = ['LoadedMenu', 'ResizeHandle']
const now = new Date('2026-01-15T12:00:00')

async function open(page: Page, address: string, look: keyof typeof looks): Promise<void> {
  const { direction, ...media } = looks[look]
  await page.emulateMedia({ forcedColors: 'none', ...media, reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.clock.setFixedTime(now)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Toast' })).toBeVisible()
  await page.evaluate(async (dir) => {
    document.documentElement.dir = dir
    await document.fonts.ready
  }, direction)
}

/** Shows the parts with `data-state` as if the pointer or the keyboard were at each of them. */
async function forceStates(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  for (const state of ['hover', 'focus-visible']) {
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: `[data-state=${state}]`,
    })
    for (const nodeId of nodeIds) {
      await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [state] })
    }
  }
}

for (const look of ['light', 'dark', 'rtl', 'forced'] as const) {
  test(`every part in all its states, ${look}`, async ({ page, address }) => {
    await open(page, address, look)
    await forceStates(page)
    for (const area of areas) {
      await expect.soft(page.locator(`[data-area=${area}]`)).toHaveScreenshot(`${area}-${look}.png`)
    }
    const openers = page.locator('[data-area=popups]')
    for (const [name, button] of Object.entries(popups)) {
      await openers.evaluate((element) => element.scrollIntoView({ block: 'end' }))
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.mouse.move(0, 0)
      await expect.soft(page).toHaveScreenshot(`${name}-${look}.png`)
      await page.keyboard.press('Escape')
      // One that still closes would take the next press.
      await expect(page.locator('[data-open], [data-ending-style]')).toHaveCount(0)
    }
  })

  // With forced colours axe reads the page's own, which nobody sees.
  if (look === 'forced') continue
  test(`every part is accessible, ${look}`, async ({ page, address }) => {
    await open(page, address, look)
    await expectAccessible(page)
  })
}

test('a tooltip comes at rest and at focus, and goes with the reason for it', async ({
  page,
  address,
}) => {
  await open(page, address, 'light')
  const button = page.getByRole('button', { name: 'Has a tooltip' })
  const popup = page.locator('.popup-motion[data-open]')
  await button.hover()
  await expect(popup).toHaveText('New chatCtrl+N')
  await page.mouse.move(0, 0)
  await expect(popup).toHaveCount(0)

  await button.hover()
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await expect(popup).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(popup).toBeVisible()
  await button.evaluate((element) => element.setAttribute('data-tooltip', 'Another'))
  await expect(popup).toContainText('Another')
  await button.evaluate((element) => element.remove())
  await expect(popup).toHaveCount(0)
})

test('every part is on the page', async ({ page, address }) => {
  await open(page, address, 'light')
  const shown = (await page.locator('.area > section > h2').allTextContents())
    .flatMap((heading) => heading.split(', '))
    .toSorted()
  const parts = readdirSync(join(projectRoot, 'src/renderer/ui'), { recursive: true })
    .map((file) => basename(String(file)))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.replace('.tsx', ''))
  expect(shown).toEqual(parts.filter((part) => !shownInOthers.includes(part)).toSorted())
})
