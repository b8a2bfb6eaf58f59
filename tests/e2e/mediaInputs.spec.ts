import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakePicture, startFakeFal } from '../fakes/fakeFal.ts'
import { startFakeImages } from '../fakes/fakeImages.ts'
import { falSettings, generateAtFal, openFalForm, saveFalKey } from './falAccount.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, listModel, test } from './parley.ts'

const sizeBytes = 100_000_000
/** The part of 10 MB in whose middle the connection breaks. */
const cutPart = 5

test('an upload of 100 MB that is cut and killed goes on with the missing part', async ({
  start,
}) => {
  // A busy machine copies it for a while.
  test.slow()
  let isCut = true
  const cut = Promise.withResolvers<void>()
  const paid = Promise.withResolvers<void>()
  const fal = await startFakeFal({
    onRequest({ method, path }) {
      if (method === 'POST' && path.startsWith('/fal-ai/')) paid.resolve()
    },
    part(response, number) {
      if (!isCut || number !== cutPart) return false
      response.socket?.destroy()
      cut.resolve()
      return true
    },
  })
  try {
    const first = await start({ settings: falSettings(fal) })
    const path = join(first.folder, 'large.png')
    writeFileSync(path, Buffer.concat([fakePicture(1), Buffer.alloc(sizeBytes)], sizeBytes))
    await saveFalKey(first.page)
    await openFalForm(first.page)
    const field = first.page.getByRole('group', { name: 'Picture', exact: true })
    await field.locator('input[type="file"]').setInputFiles(path)
    await first.page.getByRole('button', { name: 'Remove large.png' }).waitFor({ timeout: 0 })
    await generateAtFal(first.page, 'larger')
    await cut.promise
    await first.kill()
    expect(fal.billed).toBe(0)

    isCut = false
    await start({ folder: first.folder })
    await paid.promise
    expect(fal.billed).toBe(1)
    expect(fal.parts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(fal.files.get('large.png')).toHaveLength(sizeBytes)
  } finally {
    await fal.close()
  }
})

test('a large file that is copied shows how far it is, and leaves nothing once it is cancelled', async ({
  start,
}) => {
  const fal = await startFakeFal()
  try {
    const { page, folder } = await start({ settings: falSettings(fal) })
    const path = join(folder, 'film.png')
    writeFileSync(path, '')
    truncateSync(path, 1_900_000_000)
    await saveFalKey(page)
    await openFalForm(page)
    const field = page.getByRole('group', { name: 'Picture', exact: true })
    await field.locator('input[type="file"]').setInputFiles(path)
    const bar = field.getByRole('progressbar', { name: 'Copying film.png' })
    await expect(bar).toHaveAttribute('aria-valuetext', / of 1\.9 GB$/)
    await expect(bar).toHaveAttribute('aria-valuenow', /[1-9]/)
    await expect(page.getByRole('button', { name: 'Generate' })).toBeDisabled()
    await expectAccessible(page)
    await field.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar).toHaveCount(0)
    await expect(field.getByRole('button', { name: 'Add file' })).toBeFocused()
    await expect(field.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Generate' })).toBeEnabled()
    await expect.poll(() => readdirSync(join(folder, 'files'))).toEqual([])
  } finally {
    await fal.close()
  }
})

test('a picture of the gallery is dragged into a chat, and sent', async ({ start, server }) => {
  const images = await startFakeImages()
  listModel(server, 'gpt-5.4')
  server.behave({ kind: 'answer', text: 'A fox.' })
  const { baseUrl } = images
  const painter = { kind: 'openai-compatible', presetId: null, name: 'Painter', baseUrl }
  const { page, composer, last } = await start({
    settings: {
      providers: [providerAt(server.origin), { id: 'painter', ...painter }],
      defaultModel: { providerId: 'fake', modelId: 'gpt-5.4' },
    },
  })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'gpt-image-2' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Picture: a red fox' }).hover()
  await page.mouse.down()
  // The place opens while the picture is held over its button.
  await page.getByRole('button', { name: 'Chats', exact: true }).hover()
  await expect(composer).toBeVisible()
  await composer.hover()
  await expect(page.getByText('Drop files to attach them')).toBeVisible()
  await page.mouse.up()
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByText('a red fox.png')).toBeVisible()
  await composer.fill('What is this?')
  await composer.press('Enter')
  await expect(last('Assistant')).toContainText('A fox.')
  await expect(last('You').getByRole('img', { name: 'a red fox.png' })).toBeVisible()
  const asked = server.requests
    .map(({ text }) => text)
    .find((text) => text.includes('What is this?'))
  expect(asked).toContain('data:image/png;base64,')
  await images.close()
})
