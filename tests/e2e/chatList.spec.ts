import { expect, test } from './parley.ts'

const longTitle =
  'A title so long that no list of chats will ever be wide enough to show it to its very end'

test('files dropped on the list of chats come to the composer, and elsewhere they do nothing', async ({
  open,
}) => {
  const { page, composer } = await open()
  await expect(composer).toBeFocused()
  const transfer = await page.evaluateHandle(() => {
    const held = new DataTransfer()
    held.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
    return held
  })
  const overlay = page.getByText('Drop files to attach them')
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await chats.dispatchEvent('dragenter', { dataTransfer: transfer })
  await chats.dispatchEvent('dragover', { dataTransfer: transfer })
  await expect(overlay).toBeVisible()
  await chats.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(overlay).toHaveCount(0)
  const files = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(files).toContainText('dropped.txt')
  await expect(composer).toBeFocused()

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const refused = await page.getByRole('tablist').evaluate((list, dataTransfer) => {
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    return !list.dispatchEvent(drop)
  }, transfer)
  expect(refused).toBe(true)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(files).toHaveCount(1)
})

test('an answer that comes while another chat is open marks its chat until it is shown', async ({
  open,
  server,
}) => {
  const release = Promise.withResolvers<void>()
  server.behave(({ messages }) => {
    const isSlow = JSON.stringify(messages).includes('Slow')
    const held = isSlow ? [{ until: release.promise }] : []
    return { kind: 'answer', text: 'Here it is.', held }
  })
  const { page, send, last } = await open()
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await send('Slow')
  await expect(last('Assistant')).toContainText('Here it is.')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await send('Quick')
  await expect(last('Assistant')).toContainText('Here it is.')
  const sign = chats.getByText('New answer')
  await expect(chats.getByText('Answering')).toHaveCount(1)
  await expect(sign).toHaveCount(0)
  // A closed folder bears the sign of what it hides.
  await chats.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await page.keyboard.press('Enter')
  await chats.locator('[data-chat-row]', { hasText: 'Answering' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('option', { name: 'New folder' }).click()
  const folder = chats.getByRole('button', { name: 'New folder' })
  await folder.click()
  await expect(folder).toContainText('Answering')
  release.resolve()
  await expect(folder).toContainText('New answer')
  await folder.click()
  await expect(sign).toHaveCount(1)
  await page.reload()
  await expect(sign).toHaveCount(1)
  await chats.locator('[data-chat-row]', { hasText: 'New answer' }).click()
  await expect(last('Assistant')).toContainText('Here it is.')
  await expect(sign).toHaveCount(0)
})

test('a long title is read whole by the mouse, by the keyboard and while it is changed', async ({
  open,
  server,
}) => {
  server.behave({ kind: 'answer', text: 'Yes.' })
  const { page, send, last } = await open()
  await send('Short')
  await expect(last('Assistant')).toContainText('Yes.')
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Chat title' })
  const shown = page.locator('.popup-motion', { hasText: longTitle })
  await field.fill(longTitle)
  await expect(shown).toBeVisible()
  await field.fill('Short')
  await expect(shown).toHaveCount(0)
  await field.fill(longTitle)
  await expect(shown).toBeVisible()
  await page.keyboard.press('Enter')
  const row = chats.getByRole('button', { name: longTitle })
  await expect(row).toBeFocused()
  await expect(shown).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await page.mouse.move(5, 5)
  await row.hover()
  await expect(shown).toBeVisible()
})

test('the keyboard stays in the list when it deletes the open chat', async ({ open }) => {
  const { page, send, last } = await open()
  const chats = page.getByRole('navigation', { name: 'Chats' })
  for (const text of ['Apples', 'Pears', 'Plums']) {
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await send(text)
    await expect(last('Assistant')).toContainText(`You said: ${text}`)
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  }
  const rows = chats.locator('[data-chat-row]')
  await rows.first().focus()
  for (const left of [2, 1]) {
    await page.keyboard.press('Delete')
    await expect(rows).toHaveCount(left)
    await expect(rows.first()).toBeFocused()
    await expect(rows.first()).toHaveAttribute('aria-current', 'page')
  }
})
