import type { Locator, Page } from 'playwright'
import { drawn } from './launch.ts'
import { expect, settingsFor, test } from './parley.ts'

test('the early composer takes text, the caret and Enter, and stands where the composer does', async ({
  start,
  server,
}) => {
  const { page, composer, last } = await start({ settings: settingsFor(server) })
  const finish = await reloadSlowly(page)
  await expect(early(page)).toBeFocused()
  await page.keyboard.type('Hello early')
  const box = await early(page).boundingBox()
  await page.keyboard.press('Home')
  finish()
  await drawn(page)
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue('Hello early')
  expect(await composer.boundingBox()).toEqual(box)
  await page.keyboard.type('Oh. ')
  await expect(composer).toHaveValue('Oh. Hello early')

  const finishAgain = await reloadSlowly(page)
  await expect(early(page)).toHaveValue('Oh. Hello early')
  await page.keyboard.press('Enter')
  finishAgain()
  await expect(last('You')).toContainText('Oh. Hello early')
  await expect(last('Assistant')).toContainText(/\w/)
  await expect(composer).toHaveValue('')
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1)
})

for (const [name, settings, size] of [
  [
    'right to left, in large text',
    { language: 'ar-SA', fontSize: 24 },
    { width: 1300, height: 700 },
  ],
  [
    'in a narrow window',
    { appearance: { density: 'compact', textWidth: 'wide' } },
    { width: 480, height: 640 },
  ],
] as const) {
  test(`the early composer stands where the composer does, ${name}`, async ({ start, server }) => {
    const { page } = await start({ settings: settingsFor(server, settings) })
    await page.setViewportSize(size)
    const finish = await reloadSlowly(page)
    const box = await early(page).boundingBox()
    finish()
    await drawn(page)
    expect(await page.locator('#composer').boundingBox()).toEqual(box)
  })
}

function early(page: Page): Locator {
  return page.locator('#early-composer')
}

/** Loads the page again without its own scripts. They come when the returned function is called. */
async function reloadSlowly(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const scripts = '**/assets/index-*.js'
  await page.route(scripts, async (route) => {
    await promise
    await route.fallback()
  })
  await page.reload({ waitUntil: 'commit' })
  await early(page).waitFor()
  return resolve
}
