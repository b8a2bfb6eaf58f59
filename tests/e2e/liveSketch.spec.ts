import { startFakeFal } from '../fakes/fakeFal.ts'
import { falSettings, saveFalKey } from './falAccount.ts'
import { expect, expectAccessible, test } from './parley.ts'

test('ten strokes become pictures; one is kept; after Stop nothing is sent', async ({ start }) => {
  const fal = await startFakeFal({ unit: 'images' })
  try {
    const { page } = await start({ settings: falSettings(fal) })
    await saveFalKey(page)
    await page.getByRole('button', { name: 'Media', exact: true }).click()
    await page.getByRole('button', { name: 'Live sketch' }).click()
    const sketch = page.getByRole('region', { name: 'Live sketch' })
    await expect(sketch).toContainText('$0.05 per picture')
    await sketch.getByRole('textbox', { name: 'Prompt' }).fill('a lighthouse')
    await sketch.getByRole('button', { name: 'Start' }).click()
    await expect(sketch.locator('p[role=status]')).toHaveText('Ready: draw something')
    // An empty paper costs nothing.
    expect(fal.realtime.tokens).toEqual([])

    const area = sketch.getByRole('group', { name: 'Drawing area' })
    const box = (await area.boundingBox())!
    for (let stroke = 0; stroke < 10; stroke++) {
      const y = box.y + (box.height * (stroke + 1)) / 11
      await page.mouse.move(box.x + 20, y)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width - 20, y)
      await page.mouse.up()
    }
    const undo = sketch.getByRole('button', { name: 'Undo' })
    await undo.click()
    const picture = sketch.getByRole('img', { name: 'Picture: a lighthouse' })
    await expect(picture).toBeVisible()
    await expectAccessible(page)
    const [input] = fal.realtime.inputs
    expect(input).toMatchObject({ prompt: 'a lighthouse', image_size: 'square' })
    expect(input?.['image_url']).toMatch(/^data:image\/jpeg;base64,/)

    // Each drawing costs: the end of a stroke changes nothing.
    const drawings = fal.realtime.inputs.map((each) => each['image_url'])
    expect(drawings.filter((drawing, index) => drawing === drawings[index + 1])).toEqual([])

    await sketch.getByRole('button', { name: 'Stop' }).click()
    await expect(sketch.locator('p[role=status]')).toContainText('Nothing more is sent')
    expect(await fal.realtime.peers[0]?.closed).toBe(1000)
    const sent = fal.realtime.inputs.length
    await area.focus()
    await page.keyboard.press('Space')
    await sketch.getByRole('button', { name: 'Keep this picture' }).click()
    await expect(sketch.getByRole('button', { name: 'Kept in the gallery' })).toBeVisible()
    expect(fal.realtime.inputs).toHaveLength(sent)
    expect(fal.realtime.peers).toHaveLength(1)

    await sketch.getByRole('button', { name: 'Back to gallery' }).click()
    await expect(page.getByRole('button', { name: 'Picture: a lighthouse' })).toBeVisible()
    expect(fal.billed).toBe(0)
  } finally {
    await fal.close()
  }
})
