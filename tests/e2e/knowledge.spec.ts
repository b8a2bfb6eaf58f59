import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

interface Dropped {
  name: string
  type: string
  bytes: number[]
}

function textFile(name: string, text: string): Dropped {
  return { name, type: 'text/plain', bytes: [...Buffer.from(text)] }
}

async function openKnowledge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Knowledge', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge', level: 1 })).toBeVisible()
}

async function createBase(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New base' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New base' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: /^Embedding model/ }).click()
  await page.getByRole('option', { name: 'Words only' }).click()
  await dialog.getByRole('button', { name: 'Create base' }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
}

async function drop(page: Page, ...files: readonly Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const held = new DataTransfer()
    for (const { name, type, bytes } of dropped) {
      held.items.add(new File([new Uint8Array(bytes)], name, { type }))
    }
    return held
  }, files)
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Sources' }).getByRole('listitem').filter({ hasText: name })
}

async function search(page: Page, query: string): Promise<Locator> {
  const field = page.getByRole('searchbox', { name: 'Test search' })
  await field.fill(query)
  await field.press('Enter')
  return page.getByRole('list', { name: 'Results' }).getByRole('listitem')
}

test('a dropped file becomes ready, is found by its words and opens with the passage marked', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await expect(page.getByText('Ask your own documents')).toBeVisible()
  await expectAccessible(page)
  await createBase(page, 'Contracts')
  await drop(page, textFile('lease.txt', 'The tenant pays the rent on the first day.\n'))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  await expectAccessible(page)
  const hits = await search(page, 'rent tenant')
  await expect(hits).toHaveCount(1)
  await expect(page.getByText(/^Only words are searched\./)).toBeVisible()
  await hits.getByText('Why this passage').click()
  await expect(hits).toContainText('Place 1')
  await expectAccessible(page)
  await hits.getByRole('button', { name: 'lease.txt' }).click()
  const panel = page.getByRole('region', { name: 'Document' })
  await expect(panel.locator('mark')).toContainText('The tenant pays the rent')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(hits.getByRole('button', { name: 'lease.txt' })).toBeFocused()
})
