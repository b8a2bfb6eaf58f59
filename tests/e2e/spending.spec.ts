import { providerAt } from './launch.ts'
import { expect, expectAccessible, listModel, model, test } from './parley.ts'

const priced = { ...model, modelId: 'priced' }

test('a spent budget holds answers back until the user goes on; a price can be corrected', async ({
  start,
  server,
}) => {
  listModel(server, priced.modelId, { pricing: { prompt: '0.001', completion: '0.002' } })
  server.behave({ kind: 'answer', text: 'That was dear.' })
  const settings = {
    providers: [{ ...providerAt(server.origin), api: 'chat' }],
    defaultModel: priced,
  }
  const { page, send, last } = await start({ settings })
  const openSpending = async (): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Spending')
    await page
      .getByRole('option', { name: /Spending/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Spending', level: 1 }).waitFor()
  }
  await openSpending()
  const budget = page.getByRole('textbox', { name: /^Budget of each month/ })
  await budget.fill('nothing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an amount above 0')).toBeVisible()
  await budget.fill('0,005')
  await page.keyboard.press('Enter')
  await expect(page.getByText('of $0.0050 spent this month')).toBeVisible()

  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await send('One')
  await expect(last('Assistant')).toContainText('That was dear.')
  await expect(page.getByText(/of your budget of .* for this month is spent/)).toBeVisible()
  const asked = (): number =>
    server.requests.filter(({ path }) => path.endsWith('/completions')).length
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  const before = asked()
  await send('Two')
  const refused = last('Assistant')
  await expect(refused).toContainText('Your budget for this month is spent.')
  expect(asked()).toBe(before)

  await refused.getByRole('button', { name: 'Go on' }).click()
  await expect(last('Assistant')).toContainText('That was dear.')
  await openSpending()
  await expect(page.getByText('You go on past the budget')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop at the budget again' }).click()
  await expect(page.getByText('The budget of this month is spent.')).toBeVisible()

  const change = page.getByRole('button', { name: 'Change the price of priced' })
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Price of priced' })
  await expect(dialog).toContainText('The service’s price: 1,000 in, 2,000 out')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Input', exact: true }).fill('0')
  await dialog.getByRole('textbox', { name: 'Output', exact: true }).fill('0')
  await dialog.getByRole('switch', { name: /^Compute the cost again/ }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/requests? ha(s|ve) another cost now/)).toBeVisible()
  await expect(change).toBeFocused()
  await expect(page.getByText('$0.00 of $0.0050 spent this month')).toBeVisible()
  // A model that costs nothing is not held back.
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await send('Three')
  await expect(last('Assistant')).toContainText('That was dear.')
})
