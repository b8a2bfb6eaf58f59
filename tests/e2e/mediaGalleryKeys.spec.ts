import { expect, test } from './parley.ts'
import { seedGallery } from './seedGallery.ts'

/** More than two pages of the gallery. */
const count = 300

/** The name that a picture's tile has: its number counts from the oldest. */
const hills = (number: number): RegExp => new RegExp(`number ${String(number)}\\b`)

test('End, Home, Delete and undo work in the gallery and in the viewer', async ({ start }) => {
  const folder = await seedGallery(count)
  const { page } = await start({ folder })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  const tiles = page.locator('[data-tile]')
  const current = page.locator('[data-tile]:focus')
  await tiles.first().focus()
  await page.keyboard.press('End')
  await expect(current).toHaveAccessibleName(hills(0))
  await page.keyboard.press('Home')
  await expect(current).toHaveAccessibleName(hills(count - 1))

  await page.keyboard.press('Delete')
  await expect(current).toHaveAccessibleName(hills(count - 2))
  await page.keyboard.press('Control+z')
  await expect(tiles.first()).toHaveAccessibleName(hills(count - 1))

  await tiles.first().click()
  const viewer = page.getByRole('region', { name: 'Viewer' })
  const picture = viewer.getByRole('img').first()
  await expect(picture).toHaveAccessibleName(hills(count - 1))
  await page.keyboard.press('End')
  await expect(picture).toHaveAccessibleName(hills(0))
  // The last one has none after it: the one before is shown.
  await page.keyboard.press('Delete')
  await expect(picture).toHaveAccessibleName(hills(1))
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Home')
  await expect(picture).toHaveAccessibleName(hills(count - 1))
  await page.keyboard.press('End')
  await expect(picture).toHaveAccessibleName(hills(0))
})

for (const width of [1120, 480]) {
  test(`the filters have one height at ${String(width)} px`, async ({ start }) => {
    const { page } = await start({ folder: await seedGallery(4) })
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'Media', exact: true }).click()
    const bar = page.getByRole('searchbox', { name: 'Search prompts' }).locator('xpath=../../..')
    await expect(page.locator('[data-tile]').first()).toBeVisible()
    const heights = await bar.evaluate((element) =>
      [...element.querySelectorAll('button, input')].map(
        (control) => control.getBoundingClientRect().height,
      ),
    )
    expect(heights.length).toBeGreaterThan(5)
    expect(new Set(heights).size).toBe(1)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
