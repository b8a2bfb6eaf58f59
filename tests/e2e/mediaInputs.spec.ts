import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakePicture, startFakeFal } from '../fakes/fakeFal.ts'
import { falSettings, generateAtFal, openFalForm, saveFalKey } from './falAccount.ts'
import { expect, test } from './parley.ts'

const sizeBytes = 100_000_000
/** The part of 10 MB in whose middle the connection breaks. */
const cutPart = 5

test('an upload of 100 MB that is cut and killed goes on with the missing part', async ({
  start,
}) => {
  let isCut = true
  const cut = Promise.withResolvers<void>()
  const fal = await startFakeFal({
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
    await expect(first.page.getByRole('button', { name: 'Remove large.png' })).toBeVisible()
    await generateAtFal(first.page, 'larger')
    await cut.promise
    await first.kill()
    expect(fal.billed).toBe(0)

    isCut = false
    await start({ folder: first.folder })
    await expect.poll(() => fal.billed).toBe(1)
    expect(fal.parts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(fal.files.get('large.png')).toHaveLength(sizeBytes)
  } finally {
    await fal.close()
  }
})
