import type { Page } from 'playwright'
import { pdfFile } from '../fakes/documents/pdfFile.ts'
import { createBase, drop, openKnowledge, rowOf, search } from './knowledgePage.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

async function writeNote(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add something else' }).click()
  await page.getByRole('menuitem', { name: 'Write note…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write note' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog.getByRole('textbox', { name: 'Text' }).fill(text)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(rowOf(page, title)).toContainText('Ready')
}

async function editNote(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Clear search' }).click()
  await rowOf(page, title)
    .getByRole('button', { name: `More about ${title}` })
    .click()
  await page.getByRole('menuitem', { name: 'Edit note…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit note' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeEnabled()
  await dialog.getByRole('textbox', { name: 'Text' }).fill(text)
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog).toBeHidden()
}

test('a passage of a note that is changed is found again, and then said to be gone', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await createBase(page, 'Notes')
  await writeNote(page, 'Keys', 'The spare key hangs behind the clock.')
  const hits = await search(page, 'spare key')
  await hits.getByRole('button', { name: 'Keys' }).click()
  const panel = page.getByRole('region', { name: 'Document' })
  await expect(panel.locator('mark')).toHaveText('The spare key hangs behind the clock.')
  await editNote(page, 'Keys', '# First\n\nRead this.\n\nThe spare key hangs behind the clock.')
  await expect(panel).toContainText('This is where the passage is now.')
  await expect(panel.getByRole('heading', { name: 'First' })).toBeVisible()
  await expect(panel.locator('mark')).toHaveText('The spare key hangs behind the clock.')
  await panel.getByRole('button', { name: 'Show as text' }).click()
  await expect(panel.getByRole('group', { name: 'Text' })).toContainText('# First')
  await expect(panel.locator('mark')).toHaveText('The spare key hangs behind the clock.')
  await panel.getByRole('button', { name: 'Show formatted' }).click()
  await search(page, 'spare key')
  await editNote(page, 'Keys', 'Ask the neighbours for it.')
  await expect(panel).toContainText('no longer has this passage')
  await expect(panel.getByRole('blockquote')).toHaveText('The spare key hangs behind the clock.')
  await expect(await search(page, 'neighbours')).toHaveCount(1)
})

test('a damaged file says why it failed, and the rest is read', async ({ start, server }) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await createBase(page, 'Scans')
  const whole = pdfFile([{ texts: [{ text: 'A page that can be read', x: 72, y: 700 }] }])
  await drop(
    page,
    { name: 'broken.pdf', type: 'application/pdf', bytes: [...whole.subarray(0, 300)] },
    { name: 'whole.pdf', type: 'application/pdf', bytes: [...whole] },
  )
  await expect(rowOf(page, 'whole.pdf')).toContainText('Ready')
  await expect(rowOf(page, 'broken.pdf')).toContainText('Failed')
  await expect(rowOf(page, 'broken.pdf')).toContainText('is damaged or incomplete')
  await expect(rowOf(page, 'broken.pdf').getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.getByRole('button', { name: 'Failed 1' }).click()
  await expect(rowOf(page, 'whole.pdf')).toHaveCount(0)
  await rowOf(page, 'broken.pdf').getByRole('button', { name: 'More about broken.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('broken.pdf removed')).toBeVisible()
  await expect(rowOf(page, 'broken.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'broken.pdf')).toContainText('Failed')
})
