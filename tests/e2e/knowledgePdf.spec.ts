import type { Page } from 'playwright'
import { pdfFile } from '../fakes/documents/pdfFile.ts'
import { createBase, drop, openKnowledge, rowOf, search } from './knowledgePage.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

const passage = 'The warranty ends after five years.'

/** Six pages, the fourth of which has the passage near its end, where the next page is in sight, too. */
function sixPages(): Buffer {
  return pdfFile(
    Array.from({ length: 6 }, (_, index) => ({
      texts: [
        { text: `Chapter ${String(index + 1)}`, x: 72, y: 720, size: 20 },
        { text: `Plain words of chapter ${String(index + 1)}.`, x: 72, y: 690, size: 12 },
        ...(index === 3 ? [{ text: passage, x: 72, y: 110, size: 12 }] : []),
      ],
    })),
    { outline: [2, 5].map((number) => ({ title: `Part ${String(number)}`, page: number })) },
  )
}

/** Returns the number of coloured pixels of the page within the painted lines. */
async function inkWithin(page: Page): Promise<number> {
  return page.evaluate(() => {
    const line = document.querySelector('.cited-passage > div')?.getBoundingClientRect()
    const canvas = document.querySelector<HTMLCanvasElement>('.page[data-page-number="4"] canvas')
    if (!line || !canvas) return 0
    const box = canvas.getBoundingClientRect()
    const scale = canvas.width / box.width
    const copy = document.createElement('canvas')
    copy.width = Math.max(1, Math.round(line.width * scale))
    copy.height = Math.max(1, Math.round(line.height * scale))
    const context = copy.getContext('2d')
    if (!context) return 0
    context.drawImage(canvas, -(line.x - box.x) * scale, -(line.y - box.y) * scale)
    const { data } = context.getImageData(0, 0, copy.width, copy.height)
    return data.filter((value, index) => index % 4 === 0 && value < 128).length
  })
}

test('a passage of a PDF opens at its page, with its lines painted over its words', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await createBase(page, 'Manuals')
  await drop(page, { name: 'manual.pdf', type: 'application/pdf', bytes: [...sixPages()] })
  await expect(rowOf(page, 'manual.pdf')).toContainText('Ready')
  await expect(rowOf(page, 'manual.pdf')).toContainText('6 pages')
  const hits = await search(page, 'warranty ends')
  await hits.first().getByRole('button', { name: 'manual.pdf' }).click()
  const panel = page.getByRole('region', { name: 'Document' })
  await expect(panel.getByRole('img', { name: 'Cited passage' })).toBeInViewport()
  await expect(panel.getByRole('textbox', { name: 'Page' })).toHaveValue('4')
  await expect.poll(() => inkWithin(page)).toBeGreaterThan(50)
  await expectAccessible(page)
  const find = panel.getByRole('searchbox', { name: 'Find in document' })
  await page.keyboard.press('ControlOrMeta+F')
  await expect(find).toBeFocused()
  await find.fill('chapter 6')
  await expect(panel.getByRole('status').filter({ hasText: '1 of 2' })).toBeVisible()
  await find.press('Escape')
  await expect(find).toHaveValue('')
  await expect(panel).toBeVisible()
  await panel.getByRole('textbox', { name: 'Page' }).fill('1')
  await page.keyboard.press('Enter')
  await expect(panel.locator('.page[data-page-number="1"] .textLayer')).toContainText('Chapter 1')
  await panel.getByRole('button', { name: 'Table of contents' }).click()
  await page.getByRole('option', { name: 'Part 5' }).click()
  await expect(panel.getByRole('textbox', { name: 'Page' })).toHaveValue('5')
  await panel.getByRole('button', { name: 'Show as text' }).click()
  await expect(panel.locator('mark')).toContainText(passage)
})

test('a scan is read by a model that the user chooses, and a search opens its page', async ({
  start,
  server,
}) => {
  server.behave(({ messages }) => ({
    kind: 'answer',
    text: messages.at(-1)?.content === 'Read this picture.' ? 'The ledger lists barrels.' : 'Hello',
  }))
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await createBase(page, 'Cellar')
  const bytes = [...pdfFile([{ texts: [], hasDrawing: true }])]
  await drop(page, { name: 'scan.pdf', type: 'application/pdf', bytes })
  await expect(rowOf(page, 'scan.pdf')).toContainText('only images, which no model reads')
  await page.getByRole('button', { name: 'Read them…' }).click()
  await page.getByRole('button', { name: /^Model for images and scans/ }).click()
  await page.getByRole('option', { name: /parley-large/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Read the images in Cellar?' })
  await expect(dialog).toContainText('They stay on this computer')
  await expect(dialog.getByRole('status')).toContainText('About 2K tokens')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Read images' }).click()
  await page.getByRole('tab', { name: 'Sources' }).click()
  await expect(rowOf(page, 'scan.pdf')).toContainText('Ready')
  const hits = await search(page, 'barrels')
  await hits.first().getByRole('button', { name: 'scan.pdf' }).click()
  await expect(page.getByRole('img', { name: 'Cited passage' })).toBeInViewport()
})
