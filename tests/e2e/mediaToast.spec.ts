import type { Page } from 'playwright'
import { expect, test } from './parley.ts'
import { seedGallery } from './seedGallery.ts'

/**
 * Returns the names of the controls that the next toast covers, in the viewer or the gallery. Looks
 * within the page: a toast stays for five seconds, and a slow machine asks too late.
 */
async function coveredByNext(page: Page): Promise<string[]> {
  const names = await page.waitForFunction(() => {
    // In its place, and still.
    const toast = document.querySelector('[data-sonner-toast][data-mounted=true]')
    if (!toast || toast.getAnimations().length > 0) return undefined
    const box = toast.getBoundingClientRect()
    return [...document.querySelectorAll('button, input, [role=combobox]')].flatMap((control) => {
      if (control.closest('[data-sonner-toast], [inert]') || !control.checkVisibility()) return []
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const isApart =
        right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom
      return isApart ? [] : [control.getAttribute('aria-label') ?? control.textContent]
    })
  })
  return (await names.jsonValue()) ?? ['no toast']
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
    const covered = coveredByNext(page)
    await page.getByRole('button', { name: texts[1] }).click()
    expect(await covered).toEqual([])
  })
}
