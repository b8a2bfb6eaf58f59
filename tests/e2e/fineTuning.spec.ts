import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base, startFakeFineTuning } from '../fakes/fakeFineTuning.ts'
import { chats, toLines } from '../main/fineTuning/chats.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

test('a set of twelve chats becomes a model that can be chosen', async ({ start }) => {
  const service = await startFakeFineTuning(4)
  service.listLate(100)
  try {
    const { page, app, folder } = await start({
      settings: { providers: [providerAt(service.origin)] },
    })
    const path = join(folder, 'chats.jsonl')
    writeFileSync(path, toLines(chats(12)))
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
    }, path)
    await page.keyboard.press('ControlOrMeta+K')
    await page.getByRole('combobox').fill('Fine-tune a model')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Choose file…' }).click()
    const card = page.getByRole('region', { name: 'chats.jsonl' })
    await expect(card).toContainText('Examples: 12')
    await expect(card).toContainText('No faults found')
    await card.getByRole('button', { name: /^Model to train/ }).click()
    await page.getByRole('option', { name: base }).click()
    await card.getByRole('textbox', { name: 'Epochs' }).fill('3')
    await card.getByText('More settings').click()
    await card.getByRole('textbox', { name: 'US dollars per million tokens' }).fill('5')
    const estimate = card.getByRole('region', { name: 'Before you start' })
    await expect(estimate).toContainText('About $')
    await expect(estimate).toContainText(`The service ends ${base} on`)
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Upload and start' }).click()
    const tuned = `ft:${base}:acme::x1`
    await expect(card).toContainText(`Finished model: ${tuned}`, { timeout: 60_000 })
    await expect(card.getByRole('img', { name: /^Loss by step/ })).toBeVisible()
    await expect(card).toContainText('$0.12')
    await expectAccessible(page)
    expect([...service.trainings]).toHaveLength(1)
    expect(service.violations).toEqual([])
    // The service itself lists it much later.
    await page.getByRole('button', { name: 'Use this set again' }).click()
    await card.getByRole('button', { name: /^Model to train/ }).click()
    await expect(page.getByRole('option', { name: tuned })).toBeVisible()
  } finally {
    await service.close()
  }
})
