import { createBase, drop, openKnowledge, rowOf } from './knowledgePage.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

test('a text that may be in two encodings is read in the one that the user sees to be right', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await createBase(page, 'Letters')
  // „Fußnoten“ as DOS wrote it, which could be Czech of Windows too.
  const bytes = [0x46, 0x75, 0xe1, 0x6e, 0x6f, 0x74, 0x65, 0x6e]
  await drop(page, { name: 'old.txt', type: 'text/plain', bytes })
  const row = rowOf(page, 'old.txt')
  await expect(row).toContainText('Ready')
  await expect(row).toContainText('Not sure which encoding')
  await row.getByRole('button', { name: 'Choose' }).click()
  const dialog = page.getByRole('dialog', { name: 'Text encoding of “old.txt”' })
  await expect(dialog.getByRole('button', { name: /Fußnoten/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Fußnoten/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).not.toContainText('Not sure which encoding')
  await row
    .getByRole('button', { name: /old\.txt/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Document' })).toContainText('Fußnoten')
})
