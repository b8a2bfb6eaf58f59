import { defaultMediaPreferences } from '../../src/shared/media/mediaPreferences.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, expectAccessible, test } from './parley.ts'

for (const { askAbove, question } of [
  { askAbove: 0.02, question: 'Generate above your price limit of $0.02?' },
  { askAbove: 0, question: 'Do you want to pay for this?' },
]) {
  test(`a limit of ${String(askAbove)} is named in its question, with the price, before anything is paid`, async ({
    start,
  }) => {
    const fal = await startFakeFal()
    try {
      const { page } = await start({
        settings: { ...falSettings(fal), media: { ...defaultMediaPreferences, askAbove } },
      })
      await saveFalKey(page)
      await generateAtFal(page, 'a red fox')
      const dialog = page.getByRole('dialog', { name: question })
      await expect(dialog).toHaveAccessibleDescription('About $0.05')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toHaveCount(0)
      expect(fal.billed).toBe(0)
      await page.getByRole('button', { name: 'Generate' }).click()
      await dialog.getByRole('button', { name: 'Generate' }).click()
      await expect.poll(() => fal.billed).toBe(1)
    } finally {
      await fal.close()
    }
  })
}
