import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { createBase, drop, openKnowledge, rowOf, search, textFile } from './knowledgePage.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

test('a dropped file becomes ready, is found by its words and opens with the passage marked', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await expect(page.getByText('Ask your own documents')).toBeVisible()
  await expectAccessible(page)
  await createBase(page, 'Contracts')
  // It stands in the middle of some pages.
  const others = 'Nothing of it is said here, in one more line of the contract.\n\n'.repeat(120)
  const passage = 'The tenant pays the rent on the first day.'
  await drop(page, textFile('lease.txt', `${others}${passage}\n\n${others}`))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  await expectAccessible(page)
  const hits = await search(page, 'rent tenant')
  await expect(hits).toHaveCount(1)
  await expect(page.getByText(/^Only words are searched\./)).toBeVisible()
  await hits.getByText('Why this passage').click()
  await expect(hits).toContainText('Rank 1')
  await expectAccessible(page)
  await hits.getByRole('button', { name: 'lease.txt' }).click()
  const panel = page.getByRole('region', { name: 'Document' })
  await expect(panel.locator('mark').filter({ hasText: passage })).toBeInViewport()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(hits.getByRole('button', { name: 'lease.txt' })).toBeFocused()
})

test('the cost of an embedding model is told before it begins', async ({ start, server }) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await createBase(page, 'Contracts')
  await drop(page, textFile('lease.txt', 'The tenant pays the rent on the first day.\n'))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  await page.getByRole('button', { name: 'Choose model' }).click()
  await page.getByRole('button', { name: 'Embedding model: Words only' }).click()
  await page.getByRole('option', { name: /text-embedding-fake/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Contracts searchable by meaning?' })
  await expect(dialog.getByRole('status')).toHaveText(/^About \d+ tokens/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Embedding model: Words only' })).toBeVisible()
})

test('a question goes to the embedding model when it is asked, not while it is typed', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openKnowledge(page)
  await createBase(page, 'Contracts', /text-embedding-fake/)
  await drop(page, textFile('lease.txt', 'The tenant pays the rent on the first day.\n'))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  const embedded = (): number =>
    server.requests.filter(({ path }) => path === '/v1/embeddings').length
  const before = embedded()
  const field = page.getByRole('searchbox', { name: 'Try the search' })
  await field.pressSequentially('rent')
  const hits = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(hits).toHaveCount(1)
  const note = page.getByText(/^While you type, your question stays on this computer/)
  await expect(note).toBeVisible()
  await expectAccessible(page)
  expect(embedded()).toBe(before)
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(note).toBeHidden()
  await expect(hits).toHaveCount(1)
  expect(embedded()).toBe(before + 1)
  await field.pressSequentially('s')
  await expect(note).toBeVisible()
  await field.press('Enter')
  await expect(note).toBeHidden()
})

test('a base leaves as one file and comes back as another base', async ({ start, server }) => {
  const { app, page } = await start({ settings: settingsFor(server) })
  const path = join(mkdtempSync(join(tmpdir(), 'parley-base-')), 'Contracts.parleybase')
  mkdirSync(join(dirname(path), 'Earlier'))
  /** Answers the system's dialog, in which a field has this path. */
  const answer = async (
    act: () => Promise<void>,
    button: string,
    fill: (list: Page) => Promise<void>,
  ) => {
    const opened = app.waitForEvent('window')
    await act()
    const list = await opened
    await fill(list)
    const press = list.getByRole('button', { name: button, exact: true })
    await press.click().catch(() => undefined)
  }
  await openKnowledge(page)
  await createBase(page, 'Contracts')
  await drop(page, textFile('lease.txt', 'The tenant pays the rent on the first day.\n'))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  await page.getByRole('button', { name: 'More about Contracts' }).click()
  await answer(
    () => page.getByRole('menuitem', { name: 'Export base' }).click(),
    'Save',
    async (list) => {
      await expect(list.getByLabel('Name')).toHaveValue('Contracts.parleybase')
      await list.getByLabel('Path').fill(dirname(path))
      await list.getByLabel('Path').press('Enter')
      // The dialog saves into the folder that it shows.
      await expect(list.getByRole('option', { name: 'Earlier' })).toBeVisible()
    },
  )
  await expect(page.getByText('Contracts exported')).toBeVisible()
  await expectAccessible(page)
  await answer(
    () => page.getByRole('button', { name: 'Import base' }).click(),
    'Open',
    async (list) => {
      await list.getByLabel('Path').fill(dirname(path))
      await list.getByLabel('Path').press('Enter')
      await list.getByRole('option', { name: basename(path) }).click()
    },
  )
  await expect(page.getByText('Contracts imported')).toBeVisible()
  const bases = page.getByRole('navigation', { name: 'Bases' }).getByRole('button')
  await expect(bases).toHaveCount(2)
  await bases.last().click()
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  await expect(await search(page, 'rent tenant')).toHaveCount(1)
})
