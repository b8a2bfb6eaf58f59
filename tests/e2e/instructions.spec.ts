import { providerAt } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

interface Body {
  messages: { role: string; content: string }[]
  temperature?: number
}

test('instructions of a chat go with its messages, an assistant serves the next chat, all by keyboard', async ({
  start,
  server,
}) => {
  const bodies = (): Body[] =>
    server.requests.flatMap(({ path, body }) =>
      path.endsWith('/chat/completions') ? (body as Body) : [],
    )
  const settings = { providers: [providerAt(server.origin)] }
  const { page, composer, last } = await start({ settings })
  await page.getByRole('button', { name: 'Instructions and parameters' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Instructions and parameters' })
  const instructions = panel.getByRole('textbox', { name: 'Instructions' })
  await instructions.focus()
  await page.keyboard.type('Answer in rhymes.')
  await panel.getByRole('textbox', { name: 'Temperature' }).focus()
  await page.keyboard.type('0,3')
  await expectAccessible(page)
  await composer.focus()
  await page.keyboard.type('Hi')
  await page.keyboard.press('Enter')
  await expect(last('Assistant')).toContainText('Hi')
  expect(bodies()[0]).toMatchObject({
    messages: [
      { role: 'system', content: 'Answer in rhymes.' },
      { role: 'user', content: 'Hi' },
    ],
    temperature: 0.3,
  })
  await last('Assistant').getByRole('button', { name: 'Details' }).press('Enter')
  await page.getByRole('button', { name: 'What was sent' }).press('Enter')
  const sent = page.getByRole('dialog', { name: 'What was sent' })
  await expect(sent.getByRole('group')).toContainText('InstructionsAnswer in rhymes.')
  await expect(sent.getByRole('group')).toContainText('temperature0.3')
  await expect(sent.getByRole('listitem')).toHaveText(['YouHi'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sent).toHaveCount(0)
  await expect(instructions).toHaveValue('Answer in rhymes.')
  await instructions.focus()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('assistants')
  await page.getByRole('option', { name: 'Assistants' }).first().waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New assistant' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Judge')
  await dialog.getByRole('textbox', { name: 'Emoji' }).fill('⚖️')
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Be stern.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByRole('button', { name: 'New chat with Judge' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Instructions and.*Judge/ })).toBeVisible()
  const before = bodies().length
  await composer.fill('Well?')
  await composer.press('Enter')
  await expect.poll(() => bodies().length).toBeGreaterThan(before)
  expect(bodies()[before]?.messages[0]).toEqual({ role: 'system', content: 'Be stern.' })
})

test('at 480 px from right to left the panel lies over the chat', async ({ start, server }) => {
  const settings = { language: 'ar-SA', providers: [providerAt(server.origin)] }
  const { page } = await start({ settings })
  await page.setViewportSize({ width: 480, height: 700 })
  const title = 'التعليمات والمعلمات'
  await page.getByRole('button', { name: title }).click()
  const panel = page.getByRole('region', { name: title })
  await expect(panel).toBeVisible()
  expect((await panel.boundingBox())?.width).toBeGreaterThan(400)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: title })).toBeFocused()
})

test('a file’s assistants are seen before they are added, and offered only once', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('assistants')
  await page.getByRole('option', { name: 'Assistants' }).first().waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const choose = async (): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    const entries = [
      { name: 'Cook', emoji: '🍳', prompt: 'Cook\u202e well.', group: ['Food'] },
      { name: 'Baker', prompt: 'Bake.' },
      { name: 'Empty' },
    ]
    const buffer = Buffer.from(JSON.stringify(entries))
    const file = { name: 'agents.json', mimeType: 'application/json', buffer }
    await (await chooser).setFiles(file)
    await expect(dialog.getByText(/^Can’t be imported: \W*Empty\W*$/)).toBeVisible()
  }
  await choose()
  await dialog.getByText('Contents').first().click()
  await expect(dialog.getByText('Cook⟨U+202E⟩ well.')).toBeVisible()
  await expect(dialog.getByText(/^Not imported: \W*group = Food\W*$/)).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Baker' }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add 1 assistant' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Edit Cook' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Edit Baker' })).toBeHidden()

  await choose()
  await expect(dialog.getByRole('checkbox', { name: /Cook.*Already there/ })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Export 1 assistant' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Edit Cook' })).toBeVisible()
})

test('a chat begins with a built-in assistant, whose question waits in the composer', async ({
  start,
  server,
}) => {
  const { page, composer } = await start({ settings: { providers: [providerAt(server.origin)] } })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('assistants')
  await page.getByRole('option', { name: 'Assistants' }).first().waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('regular expr')
  await expect(dialog.getByRole('button', { name: 'New chat with Proofreader' })).toBeHidden()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'New chat with Regex helper' }).press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Match dates such as 2026-03-01.' }).press('Enter')
  await expect(composer).toHaveValue('Match dates such as 2026-03-01.')
  await expect(composer).toBeFocused()
})
