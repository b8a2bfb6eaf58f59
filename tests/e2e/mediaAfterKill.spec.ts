import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../../src/main/media/export/readSettings.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { flatPng } from '../fakes/fakeImages.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, test } from './parley.ts'

test('a job that a kill interrupts is found again, paid once, varied, and saved with its prompt', async ({
  start,
}) => {
  const png = Buffer.from(await flatPng(8, 8, [200, 30, 30, 255])).toString('base64')
  const fal = await startFakeFal({
    statuses: [{ status: 'IN_PROGRESS' }],
    // Files are fetched from public hosts alone.
    result(response) {
      sendJson(response, 200, { images: [{ url: `data:image/png;base64,${png}` }] })
      return true
    },
  })
  try {
    const first = await start({ settings: falSettings(fal) })
    await saveFalKey(first.page)
    await generateAtFal(first.page, 'a red fox')
    await expect(first.page.getByRole('list', { name: 'Jobs', exact: true })).toContainText(
      'Running',
    )
    await first.kill()

    fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
    const { app, page, folder } = await start({ folder: first.folder })
    await page.getByRole('button', { name: 'Media', exact: true }).click()
    await page.getByRole('button', { name: 'Picture: a red fox' }).click()
    expect(fal.billed).toBe(1)

    const viewer = page.getByRole('region', { name: 'Viewer' })
    await viewer.getByRole('button', { name: 'Vary' }).click()
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect.poll(() => fal.jobs.length).toBe(2)
    fal.jobs[1]!.statuses = [{ status: 'COMPLETED' }]
    await expect(viewer.getByRole('button', { name: 'Previous version' })).toBeEnabled()
    expect(fal.billed).toBe(2)
    const [made, varied] = fal.jobs.map(({ input }) => input)
    expect(varied).toMatchObject({ prompt: 'a red fox' })
    expect(varied?.['seed']).not.toBe(made?.['seed'])

    const saved = join(folder, 'fox.png')
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, saved)
    await viewer.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('menuitem', { name: /^With the prompt/ }).click()
    await expect.poll(() => readSettings(readOrEmpty(saved))).toMatchObject({ prompt: 'a red fox' })
  } finally {
    await fal.close()
  }
})

function readOrEmpty(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
