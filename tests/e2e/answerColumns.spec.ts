import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, model, test } from './parley.ts'

test('one message goes to four models by keyboard, and each answers, fails and stops by itself', async ({
  open,
  server,
}) => {
  const listed = (id: string) => [{ id, object: 'model', created: 1_790_000_000, owned_by: 'fake' }]
  const hanging = await startFakeOpenAi({ models: listed('hanging-model') })
  const broken = await startFakeOpenAi({ models: listed('broken-model') })
  const second = await startFakeOpenAi({ models: listed('second-model') })
  const providers = [
    providerAt(server.origin),
    providerAt(second.origin, 'second'),
    providerAt(hanging.origin, 'hanging'),
    providerAt(broken.origin, 'broken'),
  ]
  server.behave({ kind: 'answer', text: 'The answer of the first.' })
  second.behave({ kind: 'answer', text: 'The answer of the second.' })
  hanging.behave({ kind: 'answer', text: 'It begins and', ending: 'hang' })
  const refusal = { error: { message: 'No such thing', type: 'invalid_request_error' } }
  broken.behave({ kind: 'status', status: 400, body: refusal })
  const { page, composer, last } = await open({ providers, defaultModel: model })

  const button = page.getByRole('button', { name: 'Model' })
  await button.press('Enter')
  const search = page.getByRole('combobox', { name: 'Search models' })
  await expect(search).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Ask several at once' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(search).toBeFocused()
  for (const [place, name] of ['second-model', 'hanging-model', 'broken-model'].entries()) {
    await search.fill(name)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${String(place + 2)} of 4`)).toBeVisible()
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toContainText('parley-large +3')

  await composer.fill('Which is better?')
  await composer.press('Enter')
  const columns = last('Assistant').getByRole('region')
  await expect(columns).toHaveCount(4)
  const column = (place: number) => columns.nth(place)
  const [first, other, slow, failing] = [column(0), column(1), column(2), column(3)]
  await expect(first).toContainText('The answer of the first.')
  await expect(other).toContainText('The answer of the second.')
  await expect(slow).toContainText('It begins and')
  await expect(failing.getByRole('alert')).toContainText('No such thing')
  await expect(button).not.toContainText('+')
  await expect(slow).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)

  // A failed column is asked again, by its own model, while another hangs.
  broken.behave({ kind: 'answer', text: 'Now it works.' })
  await failing.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(failing).toContainText('Now it works.')
  await expect(columns).toHaveCount(4)
  await slow.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(slow).toBeFocused()
  await expect(slow).toContainText('You stopped this answer.')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()

  await page.setViewportSize({ width: 480, height: 800 })
  const tabs = page.getByRole('tablist', { name: 'Answers side by side' })
  await tabs.getByRole('tab').first().press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(columns).toContainText('The answer of the second.')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1120, height: 760 })
  await page.reload()
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await chats.getByText(/^The answer of the/).click()
  await expect(columns).toHaveCount(4)
  await expect(slow).toContainText('It begins and')
  await failing.getByRole('button', { name: 'Go on with this one' }).press('Enter')
  await expect(columns).toHaveCount(0)
  await expect(composer).toBeFocused()
  await expect(last('Assistant')).toContainText('Now it works.')
  await expect(last('Assistant')).toContainText('5 / 5')
  await expect(button).toContainText('broken-model')
  await composer.fill('And then?')
  await composer.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect.poll(() => broken.requests.at(-1)?.body).toMatchObject({ model: 'broken-model' })

  // Another model answers the same message afterwards.
  const again = 'An answer to compare with.'
  second.behave({ kind: 'answer', text: again })
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await last('Assistant').getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Compare with…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare with…' })
  await dialog
    .getByRole('combobox', { name: 'Model' })
    .or(dialog.getByRole('button', { name: 'Model' }))
    .press('Enter')
  await page.keyboard.type('second-model')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Ask' }).press('Enter')
  await expect(columns).toHaveCount(2)
  await expect(columns.nth(1)).toContainText(again)
  await expect(columns.nth(1).getByRole('button', { name: 'Compare with…' })).toBeVisible()
  await columns.nth(0).getByRole('button', { name: 'Go on with this one' }).press('Enter')
  await expect(last('Assistant')).toContainText('1 / 2')
  for (const one of [hanging, broken, second]) await one.close()
})
