import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, settingsFor, test } from './parley.ts'

test('a folder is read and asked, and asked again after a file has changed', async ({
  start,
  server,
}) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-papers-'))
  mkdirSync(join(root, 'papers'))
  writeFileSync(join(root, 'papers', 'ferry.md'), 'The ferry leaves at noon.')
  server.behave(({ messages }) => {
    const asked = messages.at(-1)?.content ?? ''
    const [, number, when] = /\[(\d+)\] ferry\.md[^\n]*\n[^[]*leaves at (\w+)/.exec(asked) ?? []
    return { kind: 'answer', text: `It leaves at ${when ?? 'no time'} [${number ?? '0'}].` }
  })
  const { page, app, send, last } = await start({ settings: settingsFor(server) })
  await page.getByRole('button', { name: 'Knowledge', exact: true }).click()
  await page.getByRole('button', { name: 'New base' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New base' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Papers')
  await dialog.getByRole('button', { name: /^Embedding model/ }).click()
  await page.getByRole('option', { name: 'Words only' }).click()
  await dialog.getByRole('button', { name: 'Create base' }).click()
  const opened = app.waitForEvent('window')
  await page.getByRole('button', { name: 'Add something else' }).click()
  await page.getByRole('menuitem', { name: 'Add folder…' }).click()
  const list = await opened
  await list.getByLabel('Path').fill(join(root, 'papers'))
  await list
    .getByRole('button', { name: 'Open' })
    .click()
    .catch(() => undefined)
  const sources = page.getByRole('list', { name: 'Sources' }).getByRole('listitem')
  const ferry = sources.filter({ hasText: 'ferry.md' })
  await expect(ferry).toContainText('Ready')
  const search = page.getByRole('searchbox', { name: 'Try the search' })
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await search.fill('ferry')
  await search.press('Enter')
  await expect(results.first()).toContainText('at noon')
  await page.getByRole('button', { name: 'Clear search' }).click()
  writeFileSync(join(root, 'papers', 'walrus.md'), 'A walrus lies on the beach.')
  await expect(sources.filter({ hasText: 'walrus.md' })).toContainText('Ready')
  await search.fill('walrus')
  await search.press('Enter')
  await expect(results.first()).toContainText('on the beach')

  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.locator('form.composer').getByRole('button', { name: 'Knowledge' }).click()
  await page.getByRole('switch', { name: 'Papers' }).click()
  await page.keyboard.press('Escape')
  await send('When does the ferry leave?')
  const first = last('Assistant').getByRole('button', { name: 'Source 1: ferry.md' })
  await expect(last('Assistant')).toContainText('It leaves at noon')
  await first.click()
  const document = page.getByRole('region', { name: 'Document' })
  await expect(document.locator('mark')).toHaveText('The ferry leaves at noon.')
  writeFileSync(join(root, 'papers', 'ferry.md'), 'The ferry leaves at midnight.')
  // The open document follows its file, and says what became of the passage.
  await expect(document).toContainText('no longer has this passage')
  await expect(document.getByRole('group', { name: 'Text' })).toContainText('at midnight')
  await send('And when does the ferry leave now?')
  await expect(last('Assistant')).toContainText('It leaves at midnight')
  await last('Assistant').getByRole('button', { name: 'Source 1: ferry.md' }).click()
  await expect(document.locator('mark')).toHaveText('The ferry leaves at midnight.')
})
