import { expect, test } from './parley.ts'

test('versions of an answer are compared side by side, and the chat goes on with the chosen one', async ({
  open,
  server,
}) => {
  const { page, send, last } = await open()
  server.behave({ kind: 'answer', text: 'The first answer.' })
  await send('Which is better?')
  await expect(last('Assistant')).toContainText('The first answer.')
  const more = last('Assistant').getByRole('button', { name: 'More' })
  const compare = page.getByRole('menuitem', { name: 'Compare versions' })
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Branch from here' })).toBeVisible()
  await expect(compare).toHaveCount(0)
  await page.keyboard.press('Escape')

  server.behave({ kind: 'answer', text: 'The second answer.' })
  await last('Assistant').getByRole('button', { name: 'Regenerate' }).click()
  await expect(last('Assistant')).toContainText('The second answer.')
  await more.press('Enter')
  await compare.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare versions' })
  const first = dialog.getByRole('region', { name: '1 / 2' })
  const second = dialog.getByRole('region', { name: '2 / 2' })
  await expect(first).toContainText('The first answer.')
  await expect(second).toContainText('The second answer.')
  await expect(second).toContainText('The chat goes on from this one.')
  // A second Enter, or one held down, chooses nothing.
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('group', { name: 'Compare versions' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()

  await more.press('Enter')
  await compare.press('Enter')
  await first.getByRole('button', { name: 'Go on with this one' }).click()
  await expect(last('Assistant')).toContainText('The first answer.')
  await expect(last('Assistant')).toContainText('1 / 2')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await send('And now?')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('article').nth(1)).toContainText('The first answer.')
})
