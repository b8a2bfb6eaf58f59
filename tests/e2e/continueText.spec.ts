import { oldShapeEvents, startFakeCompletions } from '../fakes/fakeCompletions.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

const beginning = [
  ['\n', 0.97],
  ['a', 0.9],
  [' fox', 0.3, [' wolf', 0.6], [' hen', 0.0002]],
  [' ran', 0.05],
] as const

test('a base model continues a text; another token is taken, undone, and kept over a restart', async ({
  start,
}) => {
  const server = await startFakeCompletions(['parley-base', 'gpt-4.1-base'])
  try {
    server.behave(({ prompt }) => ({
      events: oldShapeEvents(String(prompt).endsWith(' wolf') ? [[' howled', 0.5]] : beginning),
    }))
    const first = await start({ settings: { providers: [providerAt(server.origin)] } })
    const { page, folder } = first
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('base model')
    await page.getByRole('option', { name: /Continue a text/ }).waitFor()
    await page.keyboard.press('Enter')
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('Once there was')
    // The base of a model that Parley knows is chosen already.
    await page.getByRole('button', { name: /^Model.*gpt-4\.1-base/ }).click()
    await page.getByRole('option', { name: /parley-base/ }).click()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(text).toHaveValue('Once there was\na fox ran')

    const tokens = page.getByRole('toolbar', { name: /Probabilities/ })
    await tokens.getByRole('button', { name: '“␣fox”, 30%' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: /␣hen/ })).toContainText('< 0.1%')
    await page.getByRole('menuitem', { name: /␣wolf/ }).click()
    await expect(text).toHaveValue('Once there was\na wolf howled')
    await expect(tokens.getByRole('button', { name: '“␣wolf”, 60%' })).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(text).toHaveValue('Once there was\na fox ran')
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(text).toHaveValue('Once there was\na wolf howled')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Seed' }).fill('7')
    await first.close()

    const second = await start({ folder })
    await second.page.keyboard.press('Control+k')
    await second.page.getByRole('combobox').fill('base model')
    await second.page.getByRole('option', { name: /Continue a text/ }).waitFor()
    await second.page.keyboard.press('Enter')
    const again = second.page.getByRole('textbox', { name: 'Text', exact: true })
    await expect(again).toHaveValue('Once there was\na wolf howled')
    await expect(second.page.getByRole('textbox', { name: 'Seed' })).toHaveValue('7')
    await second.page.getByRole('button', { name: 'Undo' }).click()
    await expect(again).toHaveValue('Once there was\na fox ran')
    expect(server.violations).toEqual([])
  } finally {
    await server.close()
  }
})
