import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startFakeImages } from '../fakes/fakeImages.ts'
import { strangePictures } from '../fakes/strangePictures.ts'
import { expect, test } from './parley.ts'

test('strange pictures are made, shown small and large, and given to the next model', async ({
  start,
}) => {
  const asked: string[] = []
  const beacon = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => beacon.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${String((beacon.address() as AddressInfo).port)}`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">
    <script>fetch('${address}/script')</script>
    <rect width="30" height="20" fill="#c33" onload="fetch('${address}/event')"/>
    <image width="9" height="9" href="${address}/image.png"/></svg>`
  const made = Object.entries(strangePictures).map(([name, { bytes }]) => ({ name, bytes }))
  made.push({ name: 'a script', bytes: Buffer.from(drawing) })
  const images = await startFakeImages({ isOpenAi: false })
  images.behave((_seen, number) => ({
    kind: 'pictures',
    pictures: [made[number - 1]?.bytes ?? Buffer.alloc(0)],
  }))
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake' }
  const { page } = await start({
    settings: { providers: [{ ...provider, baseUrl: images.baseUrl }] },
  })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  const viewer = page.getByRole('region', { name: 'Viewer' })
  for (const { name } of made) {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(name)
    await page.getByRole('button', { name: 'Generate' }).click()
    const tile = page.getByRole('button', { name: `Picture: ${name}` })
    const small = tile.locator('img')
    await expect(small).toBeVisible()
    await expect(small).not.toHaveJSProperty('naturalWidth', 0)
    await tile.click()
    const large = viewer.getByRole('img', { name: `Picture: ${name}` })
    await expect(large).toBeVisible()
    await expect(large).not.toHaveJSProperty('naturalWidth', 0)
    await page.keyboard.press('Escape')
  }
  const pictures = page.getByRole('group', { name: /^Pictures?$/ })
  for (const [name, { mediaType, bytes }] of Object.entries(strangePictures)) {
    await pictures.locator('input').setInputFiles({ name, mimeType: mediaType, buffer: bytes })
    await expect(pictures.getByRole('img', { name })).not.toHaveJSProperty('naturalWidth', 0)
    await pictures.getByRole('button', { name: `Remove ${name}` }).click()
  }
  // The drawing was shown twice, and neither ran nor fetched anything.
  expect(asked).toEqual([])
  await images.close()
  beacon.close()
})

/** Forty levels of two references each: nobody ever finishes to draw it. */
function endlessDrawing(): string {
  const levels = Array.from({ length: 40 }, (_, level) => {
    const use = `<use href="#g${String(level)}"/>`
    return `<g id="g${String(level + 1)}">${use}${use}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><defs><rect id="g0" width="9" height="9"/>${levels.join('')}</defs><use href="#g40"/></svg>`
}

test('a drawing that never ends holds neither the page nor other drawings', async ({ start }) => {
  const plain =
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/></svg>'
  const drawings = [endlessDrawing(), plain]
  const images = await startFakeImages({ isOpenAi: false })
  images.behave((_seen, number) => ({
    kind: 'pictures',
    pictures: [Buffer.from(drawings[number - 1] ?? '')],
  }))
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake' }
  const { page } = await start({
    settings: { providers: [{ ...provider, baseUrl: images.baseUrl }] },
  })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  const generate = async (name: string): Promise<void> => {
    await prompt.fill(name)
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect(page.getByRole('button', { name: `Picture: ${name}` })).toBeVisible()
  }
  await generate('endless')
  // The page would answer nothing any more.
  await generate('plain')
  await expect(page.getByRole('button', { name: 'Picture: plain' }).locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Picture: endless' }).click()
  const viewer = page.getByRole('region', { name: 'Viewer' })
  await expect(viewer.getByText('Parley can’t show this file')).toBeVisible()
  await images.close()
})
