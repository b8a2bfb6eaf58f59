import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { flatPng } from '../fakes/fakeImages.ts'
import { falSettings, openFalForm, saveFalKey } from './falAccount.ts'
import { expect, test } from './parley.ts'

/** Returns the form as the database on the disk has it. */
function keptForm(folder: string): string {
  const database = new DatabaseSync(join(folder, 'history.sqlite'), { readOnly: true })
  try {
    return String(database.prepare('SELECT draft FROM media_draft').get()?.['draft'])
  } finally {
    database.close()
  }
}

test('the form is there again after a kill and after a restart, with its picture', async ({
  start,
}) => {
  const fal = await startFakeFal()
  try {
    const first = await start({ settings: falSettings(fal) })
    const { folder } = first
    await saveFalKey(first.page)
    await openFalForm(first.page)
    const picture = Buffer.from(await flatPng(8, 8, [200, 30, 30, 255]))
    await first.page
      .getByRole('group', { name: 'Picture', exact: true })
      .locator('input[type="file"]')
      .setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: picture })
    await first.page.getByRole('button', { name: 'Remove fox.png' }).waitFor()
    await first.page.getByRole('textbox', { name: 'Seed' }).fill('12,')
    await first.page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox')
    await expect.poll(() => keptForm(folder)).toContain('a red fox')
    await first.kill()

    const second = await start({ folder })
    await second.page.getByRole('button', { name: 'Media', exact: true }).click()
    await expect(second.page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('a red fox')
    await expect(second.page.getByRole('textbox', { name: 'Seed' })).toHaveValue('12,')
    const shown = second.page.getByRole('img', { name: 'fox.png' })
    await expect(shown).toHaveJSProperty('naturalWidth', 8)
    // Typed right before the end, and kept all the same.
    await second.page.getByRole('textbox', { name: 'Prompt' }).fill('a blue fox')
    await second.close()

    const third = await start({ folder })
    await third.page.getByRole('button', { name: 'Media', exact: true }).click()
    await expect(third.page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('a blue fox')
    await third.page.getByRole('button', { name: 'Remove fox.png' }).click()
    await expect.poll(() => keptForm(folder)).not.toContain('fox.png')
    expect(fal.billed).toBe(0)
  } finally {
    await fal.close()
  }
})
