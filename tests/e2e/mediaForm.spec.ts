import { startFakeFal } from '../fakes/fakeFal.ts'
import { falSchema } from '../fakes/falPainterSchema.ts'
import { falSettings, openFalForm, saveFalKey } from './falAccount.ts'
import { expect, expectAccessible, test } from './parley.ts'

type Properties = Record<string, object>

/** Returns fal's description of an endpoint with these fields beside a prompt. */
function schemaOf(properties: Properties, required: readonly string[] = []): object {
  const prompt = { type: 'string', title: 'Prompt' }
  const input = {
    type: 'object',
    required: ['prompt', ...required],
    properties: { prompt, ...properties },
  }
  return { ...falSchema, components: { schemas: { PainterInput: input } } }
}

const choice = (...values: string[]): object => ({
  type: 'string',
  enum: values,
  title: 'Duration',
})

test('a form with 300 fields is drawn at once, typed into and walked by keyboard', async ({
  start,
}) => {
  const kinds = [
    { type: 'number', minimum: 0, maximum: 9 },
    { type: 'boolean' },
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string' },
    { type: 'array', items: { type: 'number' } },
  ]
  const many = Array.from({ length: 300 }, (_, index): [string, object] => [
    `field_${String(index)}`,
    kinds[index % kinds.length] ?? {},
  ])
  const round = { $ref: '#/components/schemas/PainterInput/properties/round' }
  const fal = await startFakeFal({ schema: () => schemaOf({ ...Object.fromEntries(many), round }) })
  try {
    const { page } = await start({ settings: falSettings(fal) })
    await saveFalKey(page)
    await openFalForm(page)
    await page.getByText('More settings').click()
    const last = page.getByRole('textbox', { name: 'Field 298' })
    await expect(last).toBeVisible()
    await last.focus()
    await page.keyboard.type('a few words')
    await expect(last).toHaveValue('a few words')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'Field 299' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(last).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox')
    await page.getByRole('textbox', { name: 'Field 295' }).fill('77')
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect(page.getByRole('textbox', { name: 'Field 295' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Field 295' }).fill('7')
    await page.keyboard.press('Enter')
    await expect.poll(() => fal.billed).toBe(1)
    expect(fal.jobs[0]?.input).toMatchObject({ field_298: 'a few words', field_295: 7 })
  } finally {
    await fal.close()
  }
})

test('a form that has changed meanwhile says what is wrong, and keeps what was entered', async ({
  start,
}) => {
  let schema = schemaOf({ duration: choice('5', '10'), negative_prompt: { type: 'string' } })
  const fal = await startFakeFal({ submit: ['refused'], schema: () => schema })
  try {
    const { page } = await start({ settings: falSettings(fal) })
    await saveFalKey(page)
    await openFalForm(page)
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a red fox')
    await page.getByRole('combobox', { name: 'Duration' }).click()
    await page.getByRole('option', { name: '10' }).click()
    await page.getByRole('textbox', { name: 'What to avoid' }).fill('snow')
    // fal refuses what it has changed: from then on Parley knows the new form.
    const paper = { type: 'string', title: 'Paper' }
    schema = schemaOf({ duration: choice('5', '8'), paper }, ['paper'])
    await page.getByRole('button', { name: 'Generate' }).click()
    const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
    await expect(jobs.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Generate' }).click()

    await expect(page.getByText('no longer has the field “What to avoid”')).toBeVisible()
    await expect(page.getByText('The model doesn’t offer this choice.')).toBeVisible()
    const offered = page.getByRole('combobox', { name: 'Duration' })
    await expect(offered).toHaveAttribute('aria-invalid', 'true')
    await expect(offered).toHaveAccessibleDescription('The model doesn’t offer this choice.')
    const added = page.getByRole('textbox', { name: 'Paper' })
    await expect(added).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
      'a red fox',
    )
    await expectAccessible(page)
    expect(fal.billed).toBe(0)
    // A field that is still wrong takes no focus from the one being typed in.
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a red fox, asleep')
    await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toBeFocused()
    await added.fill('A4')
    await page.getByRole('combobox', { name: 'Duration' }).click()
    await page.getByRole('option', { name: '8' }).click()
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect.poll(() => fal.billed).toBe(1)
    expect(fal.jobs[0]?.input).toMatchObject({
      prompt: 'a red fox, asleep',
      paper: 'A4',
      duration: '8',
    })
    expect(fal.jobs[0]?.input).not.toHaveProperty('negative_prompt')
  } finally {
    await fal.close()
  }
})
