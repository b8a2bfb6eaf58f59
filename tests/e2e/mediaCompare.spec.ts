import { defaultMediaPreferences } from '../../src/shared/media/mediaPreferences.ts'
import { expect, test } from './parley.ts'
import { seedGallery } from './seedGallery.ts'

test('two pictures are selected and compared with keys alone', async ({ start }) => {
  const folder = await seedGallery(2)
  const { page } = await start({ folder, settings: { media: defaultMediaPreferences } })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  const tile = page.getByRole('button', { name: 'Picture: Hills in the evening, number 1' })
  await tile.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Compare' }).focus()
  await page.keyboard.press('Enter')
  const line = page.getByRole('region', { name: 'Compare' }).getByRole('slider')
  await expect(line).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(line).toHaveValue('49')
  await page.keyboard.press('Escape')
  await expect(tile).toBeFocused()
})
