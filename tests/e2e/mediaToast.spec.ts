import type { Page } from 'playwright'
import { expect, test } from './parley.ts'
import { seedGallery } from './seedGallery.ts'

/** Returns the names of the controls that a toast covers, in the viewer or the gallery. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect()
    if (!toast) return ['no toast']
    return [...document.querySelectorAll('button, input, [role=combobox]')].flatMap((control) => {
      if (control.closest('[data-sonner-toast], [inert]') || !control.checkVisibility()) return []
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const isApart =
        right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom
      return isApart ? [] : [control.getAttribute('aria-label') ?? control.textContent]
    })
  })
}

for (const [name, settings, width, texts] of [
  ['at 1120 px', {}, 1120, ['Media', 'Move to trash']],
  ['at 480 px', {}, 480, ['Media', 'Move to trash']],
  ['at 480 px, twice as large', { fontSize: 24 }, 480, ['Media', 'Move to trash']],
  ['at 480 px from right to left', { language: 'ar-SA' }, 480, ['الوسائط', 'نقل إلى السلة']],
] as const) {
  test(`what tells of the trash covers no control of the viewer ${name}`, async ({ start }) => {
    const folder = await seedGallery(4)
    const { page } = await start({ folder, settings })
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: texts[0], exact: true }).click()
    const tiles = page.locator('[data-tile]')
    await tiles.first().click()
    await page.getByRole('button', { name: texts[1] }).click()
    const toast = page.locator('[data-sonner-toast]')
    await expect(toast).toBeVisible()
    await expect.poll(() => toast.evaluate((box) => box.getAnimations().length)).toBe(0)
    expect(await covered(page)).toEqual([])
  })
}
