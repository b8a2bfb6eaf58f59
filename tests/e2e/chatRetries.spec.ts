import { expect, settingsFor, test } from './parley.ts'

test('a pause that the service asks for is counted down from its beginning, and can be stopped', async ({
  start,
  server,
}) => {
  server.behave({
    kind: 'status',
    status: 429,
    body: { error: { message: 'Slow down' } },
    headers: { 'retry-after': '50' },
  })
  const settings = settingsFor(server)
  const { page, send, last } = await start({ settings })
  await send('Try')
  await expect(last('Assistant').getByRole('alert')).toContainText(
    'Fake is limiting your requests.',
  )
  await expect(last('Assistant')).toContainText(/Trying again in [1-4]\d seconds\./)
  // Elsewhere the countdown goes on.
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Try').click()
  await expect(last('Assistant')).toContainText(/Trying again in [1-4]\d seconds\./)
  await last('Assistant').getByRole('button', { name: 'Stop' }).click()
  await expect(last('Assistant')).toContainText('You stopped this answer.')
  await expect(last('Assistant').getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(last('Assistant').getByRole('button', { name: 'Continue' })).toHaveCount(0)
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a failure that passes is told of until the answer comes', async ({ start, server }) => {
  let asked = 0
  server.behave(() => {
    asked += 1
    return asked === 1
      ? {
          kind: 'status',
          status: 503,
          body: { error: { message: 'Busy' } },
          headers: { 'retry-after': '4' },
        }
      : { kind: 'answer', text: 'Here it is.' }
  })
  const settings = settingsFor(server)
  const { page, send, last } = await start({ settings })
  await send('Try')
  await expect(last('Assistant').getByRole('alert')).toContainText('is having problems')
  await expect(last('Assistant')).toContainText('Here it is.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an answer that was cut can be continued', async ({ open, server }) => {
  server.behave({ kind: 'answer', text: 'Half of an answer', ending: 'cut' })
  const { send, last } = await open()
  await send('Try')
  const answer = last('Assistant')
  await expect(answer.getByRole('alert')).toContainText('The connection was lost')
  server.behave({ kind: 'answer', text: ' and the rest.' })
  await answer.getByRole('button', { name: 'Continue' }).click()
  await expect(answer).toContainText('Half of an answer and the rest.')
})

test('Esc closes the alert first, and then stops', async ({ open, server }) => {
  server.behave({ kind: 'answer', text: 'Half of an answer', ending: 'cut' })
  const { page, composer, send, last } = await open()
  await send('Try')
  await expect(page.getByRole('alert')).toContainText('The connection was lost')
  await composer.press('Escape')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(composer).toBeFocused()
  await expect(last('Assistant')).toContainText('Half of an answer')
  await expect(last('Assistant').getByRole('button', { name: 'Continue' })).toBeVisible()
})
