import type { Page } from 'playwright'
import type { Parley } from './launch.ts'
import { expect, settingsFor, test as base } from './parley.ts'

/**
 * The answer to `Slow` ends when the test says so, that to `Endless` only when it is stopped, and
 * everything else is answered at once.
 */
const test = base.extend<{ endSlow: () => void }>({
  endSlow: [
    async ({ server }, use) => {
      const slow = Promise.withResolvers<void>()
      server.behave(({ messages }) => {
        const asked = messages.at(-1)?.content ?? ''
        if (asked === 'Endless') return { kind: 'answer', text: 'one two three', ending: 'hang' }
        if (asked === 'Slow') {
          return { kind: 'answer', text: 'one two three', held: [{ until: slow.promise }] }
        }
        return { kind: 'answer', text: `You said: ${asked}` }
      })
      await use(slow.resolve)
    },
    { auto: true },
  ],
})

function queueOf(page: Page) {
  return page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
}

async function ask({ composer, last }: Parley, text: string): Promise<void> {
  await composer.fill(text)
  await composer.press('Enter')
  await expect(last('Assistant')).toContainText('one two')
}

async function queue({ composer, page }: Parley, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await composer.fill(text)
    await composer.press('Enter')
    await expect(queueOf(page).filter({ hasText: text })).toHaveCount(1)
    await expect(composer).toHaveValue('')
  }
}

function questions(page: Page) {
  return page.getByRole('article', { name: 'You' })
}

test('what is sent while an answer runs waits for its end, in its order and with its files', async ({
  open,
  endSlow,
}) => {
  const parley = await open()
  const { page, composer, last } = parley
  await ask(parley, 'Slow')
  await queue(parley, 'Second')
  await page.locator('input[type=file]').setInputFiles({
    name: 'third.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('A file that waits'),
  })
  await composer.fill('Third')
  await composer.press('Enter')
  await composer.press('Enter')
  await expect(queueOf(page)).toHaveCount(2)
  await expect(queueOf(page).first()).toContainText('Will be sent after this answer')
  await expect(queueOf(page).last()).toContainText('third.txt')
  await composer.fill('A draft')
  endSlow()

  await expect(last('Assistant')).toContainText('A file that waits')
  await expect(queueOf(page)).toHaveCount(0)
  await expect(questions(page)).toHaveCount(3)
  await expect(questions(page).nth(1)).toContainText('Second')
  await expect(questions(page).nth(2)).toContainText('third.txt')
  await expect(composer).toHaveValue('A draft')
})

test('after Stop it waits, over a reload and a restart, until it is sent or taken back', async ({
  start,
  server,
}) => {
  const first = await start({ settings: settingsFor(server) })
  await ask(first, 'Endless')
  await queue(first, 'Waits one', 'Waits two')
  await first.page.getByRole('button', { name: 'Stop' }).click()
  await expect(first.last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await expect(queueOf(first.page).first()).toContainText('Not sent yet')
  await first.page.reload()
  const chats = first.page.getByRole('navigation', { name: 'Chats' })
  await chats.getByText('Endless').click()
  await expect(queueOf(first.page)).toHaveCount(2)
  await expect(questions(first.page)).toHaveCount(1)
  await first.close()

  const second = await start({ folder: first.folder })
  const { page, composer, last } = second
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Endless').click()
  await expect(queueOf(page)).toHaveCount(2)
  // A message sent meanwhile sends nothing of the queue.
  await composer.fill('Between')
  await composer.press('Enter')
  await expect(last('Assistant')).toContainText('You said: Between')
  await expect(queueOf(page)).toHaveCount(2)

  await composer.press('ArrowUp')
  await expect(composer).toHaveValue('Waits two')
  await expect(queueOf(page)).toHaveCount(1)
  await composer.press('Home')
  await composer.pressSequentially('Changed: ')
  await queueOf(page).getByRole('button', { name: 'Send now' }).click()
  await expect(last('Assistant')).toContainText('You said: Waits one')
  await expect(composer).toHaveValue('Changed: Waits two')
  await expect(queueOf(page)).toHaveCount(0)
})

test('Send now takes the place of the running answer, and the others follow', async ({ open }) => {
  const parley = await open()
  const { page, last } = parley
  await ask(parley, 'Endless')
  await queue(parley, 'Later', 'At once')
  await queueOf(page).last().getByRole('button', { name: 'Send now' }).click()
  await expect(last('Assistant')).toContainText('You said: Later')
  await expect(questions(page)).toHaveCount(3)
  await expect(questions(page).nth(1)).toContainText('At once')
  await expect(questions(page).nth(2)).toContainText('Later')
})

test('Enter right after Stop sends', async ({ open }) => {
  const parley = await open()
  const { page, composer, last } = parley
  await ask(parley, 'Endless')
  await composer.fill('Next please')
  await composer.press('Escape')
  await composer.press('Enter')
  await expect(last('Assistant')).toContainText('You said: Next please')
  await expect(queueOf(page)).toHaveCount(0)
})

test('a message that is edited while an answer runs is sent in its place', async ({ open }) => {
  const parley = await open()
  const { page, last } = parley
  await ask(parley, 'Endless')
  await last('You').hover()
  await last('You').getByRole('button', { name: 'Edit' }).click()
  await last('You').getByRole('textbox').fill('Said better')
  await last('You').getByRole('textbox').press('Enter')
  await expect(last('Assistant')).toContainText('You said: Said better')
  await expect(questions(page)).toHaveCount(1)
})

test('after an error it waits', async ({ open, server }) => {
  const parley = await open()
  const { page, composer, last } = parley
  const cut = Promise.withResolvers<void>()
  server.behave({
    kind: 'answer',
    text: 'one two three',
    held: [{ until: cut.promise }],
    ending: 'cut',
  })
  await ask(parley, 'Question')
  await queue(parley, 'Patient')
  cut.resolve()
  await expect(page.getByRole('alert')).toContainText('The connection was lost')
  await expect(queueOf(page)).toContainText('Not sent yet')
  await expect(questions(page)).toHaveCount(1)
  await queueOf(page).getByRole('button', { name: 'Edit' }).click()
  await expect(composer).toHaveValue('Patient')
  await expect(composer).toBeFocused()
  server.reset()
  await composer.press('Enter')
  await expect(last('Assistant')).toContainText('You said: Patient')
})

test('a queue goes out while another chat is open, and comes back with a deleted one', async ({
  open,
  server,
  endSlow,
}) => {
  const parley = await open()
  const { page, last } = parley
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await ask(parley, 'Slow')
  await queue(parley, 'Behind')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(queueOf(page)).toHaveCount(0)
  endSlow()
  await expect
    .poll(() => JSON.stringify(server.requests.map(({ body }) => body)))
    .toContain('Behind')
  await chats.getByText('Slow').click()
  await expect(last('Assistant')).toContainText('You said: Behind')

  await page.getByRole('button', { name: 'New chat' }).first().click()
  await ask(parley, 'Endless')
  await queue(parley, 'Kept')
  await page.keyboard.press('Control+Shift+Backspace')
  await expect(chats.getByText('Endless')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(queueOf(page)).toContainText('Kept')
  await queueOf(page).getByRole('button', { name: 'Remove' }).click()
  await expect(queueOf(page)).toHaveCount(0)
})

test('Enter while a file is on its way sends as soon as it is there', async ({ open }) => {
  const parley = await open()
  const { page, composer, last } = parley
  await page.locator('input[type=file]').evaluate((input) => {
    const transfer = new DataTransfer()
    const lines = 'a line of text\n'.repeat(1_500_000)
    transfer.items.add(new File([lines], 'large.txt', { type: 'text/plain' }))
    if (input instanceof HTMLInputElement) input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await composer.fill('With a file')
  await composer.press('Enter')
  await expect(last('You')).toContainText('large.txt')
  await expect(last('You')).toContainText('With a file')
  await expect(questions(page)).toHaveCount(1)
  await expect(composer).toHaveValue('')
})
