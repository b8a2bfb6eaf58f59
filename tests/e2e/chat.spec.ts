import { expect, settingsFor, test } from './parley.ts'

test.beforeEach(({ server }) => {
  server.behave((request) => ({ kind: 'answer', text: `You said: ${lastText(request)}` }))
})

function lastText(request: { messages: { content: string }[] }): string {
  return request.messages.at(-1)?.content ?? ''
}

test('a message is answered, kept, and there again after a restart', async ({ start, server }) => {
  const settings = settingsFor(server)
  const first = await start({ settings })
  await first.send('Hello there')
  await expect(first.last('Assistant')).toContainText('You said: Hello there')
  await expect(first.last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await first.close()

  const second = await start({ folder: first.folder })
  await second.page.getByRole('navigation', { name: 'Chats' }).getByText('Hello there').click()
  await expect(second.last('You')).toContainText('Hello there')
  await expect(second.last('Assistant')).toContainText('You said: Hello there')
})

test('the message is on disk before the request is sent', async ({ start, server }) => {
  server.behave({ kind: 'hang' })
  const settings = settingsFor(server)
  const first = await start({ settings })
  await first.send('Do not lose this')
  await expect.poll(() => server.requests.some(({ method }) => method === 'POST')).toBe(true)
  await first.kill()

  const second = await start({ folder: first.folder })
  await second.page.getByRole('navigation', { name: 'Chats' }).getByText('Do not lose this').click()
  await expect(second.last('You')).toContainText('Do not lose this')
})

test('an answer that a kill cut off is there with Continue, which goes on with it', async ({
  start,
  server,
}) => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')
  server.behave({ kind: 'answer', text: words, tokensPerSecond: 100 })
  const settings = settingsFor(server)
  const first = await start({ settings })
  await first.send('Count')
  // A kill may lose the text of the last tenth of a second, and any that is still being written.
  await expect(first.last('Assistant')).toContainText('word100')
  await first.kill()

  server.behave({ kind: 'answer', text: ' and so on to the end.' })
  const second = await start({ folder: first.folder })
  await second.page.getByRole('navigation', { name: 'Chats' }).getByText('Count').click()
  const answer = second.last('Assistant')
  await expect(answer).toContainText('word20')
  await answer.getByRole('button', { name: 'Continue' }).click()
  await expect(answer).toContainText('and so on to the end.')
  await expect(answer).toContainText('word20')
  await expect(answer.getByRole('button', { name: 'Continue' })).toHaveCount(0)
})

test('what is typed while a message is being sent stays in the composer', async ({ open }) => {
  const { page, composer, last } = await open()
  // A message that still waits for the model is edited by typing on.
  await expect(page.getByRole('button', { name: 'Model' })).toContainText('parley-large')
  for (const [sent, next] of [
    ['One', 'Two'],
    ['Two', 'Three'],
  ] as const) {
    await composer.fill(sent)
    await composer.press('Enter')
    await composer.fill(next)
    await expect(last('Assistant')).toContainText(`You said: ${sent}`)
    await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
    await expect(composer).toHaveValue(next)
  }
})

test('Stop ends the answer and the request, and keeps what had come', async ({ open, server }) => {
  server.behave({ kind: 'answer', text: 'one two three', ending: 'hang' })
  const { page, send, last } = await open()
  await send('Talk')
  await expect(last('Assistant')).toContainText('one two')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await expect(last('Assistant')).toContainText('one two')
  const chats = server.requests.filter(({ path }) => path === '/v1/chat/completions')
  await expect.poll(() => chats.every(({ closedEarly }) => closedEarly)).toBe(true)
})

test('a reload in mid-stream aborts the request and keeps the answer', async ({ open, server }) => {
  server.behave({ kind: 'answer', text: 'one two three', ending: 'hang' })
  const { page, send, last } = await open()
  await send('Talk')
  await expect(last('Assistant')).toContainText('one two')
  await page.reload()
  await expect.poll(() => server.requests.at(-1)?.closedEarly).toBe(true)
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Talk').click()
  await expect(last('Assistant')).toContainText('one two')
  await expect(last('Assistant').getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('after an error there is a sentence and Retry, which succeeds', async ({ open, server }) => {
  server.behave({ kind: 'status', status: 400, body: { error: { message: 'No such thing' } } })
  const { page, send, last } = await open()
  await send('Try')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('didn’t accept the request')
  server.behave({ kind: 'answer', text: 'Now it works.' })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(last('Assistant')).toContainText('Now it works.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a stream that is cut keeps what came and offers a way on', async ({ open, server }) => {
  server.behave({ kind: 'answer', text: 'Half of an answer', ending: 'cut' })
  const { page, send, last } = await open()
  await send('Try')
  await expect(last('Assistant')).toContainText('Half of an answer')
  await expect(page.getByRole('alert')).toContainText('The connection was lost')
})

test('Regenerate makes a version beside the first, and both can be read', async ({
  open,
  server,
}) => {
  let count = 0
  server.behave(() => ({ kind: 'answer', text: `Answer number ${(count += 1)}.` }))
  const { page, send, last } = await open()
  await send('Again')
  await expect(last('Assistant')).toContainText('Answer number 1.')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await last('Assistant').hover()
  await last('Assistant').getByRole('button', { name: 'Regenerate' }).click()
  await expect(last('Assistant')).not.toContainText('Answer number 1.')
  await expect(last('Assistant')).toContainText('Answer number')
  await last('Assistant').getByRole('button', { name: 'Previous version' }).click()
  await expect(last('Assistant')).toContainText('Answer number 1.')
  await last('Assistant').getByRole('button', { name: 'Next version' }).click()
  await expect(last('Assistant')).not.toContainText('Answer number 1.')
  await send('And on')
  const versions = page.locator('.message-versions')
  await versions.locator('..').hover()
  await page.mouse.move(5, 5)
  await expect(versions.locator('..').getByRole('button', { name: 'Copy' })).toHaveCSS(
    'opacity',
    '0',
  )
  await expect(versions).toHaveCSS('opacity', '1')
})

test('an edited message is sent again beside the first', async ({ open }) => {
  const { page, send, last } = await open()
  await send('First thought')
  await expect(last('Assistant')).toContainText('You said: First thought')
  await last('You').hover()
  await last('You').getByRole('button', { name: 'Edit' }).click()
  const editor = last('You').getByRole('textbox')
  await editor.fill('Second thought')
  await editor.press('Enter')
  await expect(last('Assistant')).toContainText('You said: Second thought')
  await last('You').getByRole('button', { name: 'Previous version' }).click()
  await expect(last('Assistant')).toContainText('You said: First thought')
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a chat branches from a message by keyboard, with the shown versions only', async ({
  open,
}) => {
  const { page, send, last } = await open()
  const chats = page.getByRole('navigation', { name: 'Chats' })
  const composer = page.getByRole('textbox', { name: 'Message' })
  await send('First thought')
  await expect(last('Assistant')).toContainText('You said: First thought')
  await last('Assistant').getByRole('button', { name: 'Regenerate' }).press('Enter')
  await expect(last('Assistant')).toContainText('2 / 2')
  await send('Later thought')
  await expect(last('Assistant')).toContainText('You said: Later thought')

  const answer = page.getByRole('article').nth(1)
  await answer.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Branch from here' }).press('Enter')
  await expect(composer).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(chats.getByText('First thought (branch)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous version' })).toHaveCount(0)
  await page.keyboard.type('Another way')
  await page.keyboard.press('Enter')
  await expect(last('Assistant')).toContainText('You said: Another way')

  await chats.getByText('First thought', { exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('article').nth(1)).toContainText('2 / 2')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('branch from')
  await page.keyboard.press('Enter')
  await expect(chats.getByText('First thought (branch)')).toHaveCount(2)
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(composer).toBeFocused()
})

test('chats are renamed, deleted with undo, and ordered by last use', async ({ open }) => {
  const { page, send, last } = await open()
  const chats = page.getByRole('navigation', { name: 'Chats' })
  for (const text of ['Apples', 'Pears']) {
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await send(text)
    await expect(last('Assistant')).toContainText(`You said: ${text}`)
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  }
  const titles = chats.getByText(/^(Apples|Pears|Fruit|You said.*)$/)
  await expect(titles).toHaveCount(2)

  await page.keyboard.press('F2')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Fruit')
  await page.keyboard.press('Enter')
  await expect(chats.getByText('Fruit')).toBeVisible()

  await page.keyboard.press('Control+Shift+Backspace')
  await expect(chats.getByText('Fruit')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chats.getByText('Fruit')).toBeVisible()
})

test('a title is made by the model from the first exchange', async ({ open, server }) => {
  server.behave((request) => {
    const asksForTitle = lastText(request).includes('title')
    return { kind: 'answer', text: asksForTitle ? '"Feeding the cat."' : 'Twice a day.' }
  })
  const { page, send } = await open()
  await send('How often should my cat eat?')
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await expect(chats.getByText('Feeding the cat')).toBeVisible()
})

test('the search finds a word of an answer', async ({ open, server }) => {
  server.behave({ kind: 'answer', text: 'The answer is a pomegranate.' })
  const { page, send, last } = await open()
  await send('Which fruit?')
  await expect(last('Assistant')).toContainText('pomegranate')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('pomegran')
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await chats.getByText('pomegranate').click()
  await expect(last('You')).toContainText('Which fruit?')
})

test('the model is chosen in the composer and kept per conversation', async ({ start, server }) => {
  const settings = settingsFor(server)
  const first = await start({ settings })
  await first.send('With the large one')
  await expect(first.last('Assistant')).toContainText('You said')
  await first.page.getByRole('button', { name: 'Model' }).click()
  const models = first.page.getByRole('listbox', { name: 'Models' })
  await models.getByRole('option', { name: /parley-small/ }).click()
  await expect(first.page.getByRole('button', { name: 'Model' })).toContainText('parley-small')
  await first.send('With the small one')
  await expect(first.last('Assistant')).toContainText('With the small one')
  const asked = server.requests.map(({ body }) => (body as { model?: string } | null)?.model)
  expect(asked).toContain('parley-small')
  await first.close()

  const second = await start({ folder: first.folder })
  await second.page.getByRole('navigation', { name: 'Chats' }).getByText('With the large').click()
  await expect(second.page.getByRole('button', { name: 'Model' })).toContainText('parley-small')
})

test('Markdown is shown with highlighted code, tables and math, and runs nothing', async ({
  open,
  server,
}) => {
  const text = [
    '## Plan',
    '',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '```js',
    'const answer = 42',
    '```',
    '',
    'Euler: $e^{i\\pi} + 1 = 0$',
    '',
    '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>',
    '[bad](javascript:window.hacked=true)',
  ].join('\n')
  server.behave({ kind: 'answer', text })
  const { page, composer, send, last } = await open()
  await send('Show all')
  const answer = last('Assistant')
  await expect(answer.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(answer.getByRole('table')).toBeVisible()
  await expect(answer.locator('.katex')).toBeVisible()
  await expect(answer.locator('code [class^=token-]').first()).toBeVisible()
  await answer.getByRole('button', { name: 'Copy code' }).click()
  // The clipboard gets the text a moment after the click.
  await expect(async () => {
    await composer.fill('')
    await composer.press('Control+V')
    await expect(composer).toHaveValue('const answer = 42', { timeout: 500 })
  }).toPass({ timeout: 10_000 })
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})
