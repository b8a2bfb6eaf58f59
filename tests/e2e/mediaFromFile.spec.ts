import { joinParts, partsOf, pngPart } from '../../src/main/pictures/metadata/pictureParts.ts'
import { flatPng, startFakeImages } from '../fakes/fakeImages.ts'
import { pictureBomb } from '../fakes/pictureBomb.ts'
import { expect, test } from './parley.ts'

/** Returns a PNG that carries a text. */
async function pngWith(keyword: string, text: string): Promise<Buffer> {
  const { format, parts } = partsOf(await flatPng(8, 8, [9, 90, 9, 255]))!
  const chunk = pngPart('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
  return joinParts({ format, parts: parts.toSpliced(2, 0, chunk) })
}

const painted = `a fox
Negative prompt: blur
Steps: 20, Sampler: Euler, CFG scale: 7, Seed: 42, Size: 832x1216, Model: dreamer`
const invoked = JSON.stringify({
  ...{ positive_prompt: 'an owl', seed: 7, width: 1024, height: 1024 },
  model: { name: 'juggler' },
})
const graph = JSON.stringify({
  1: { inputs: { positive: ['2', 0], seed: 5, steps: 9 }, class_type: 'KSampler' },
  2: { inputs: { text: 'a wolf' }, class_type: 'CLIPTextEncode' },
})

test('settings of other programs fill the form, which says what it has no place for', async ({
  start,
}) => {
  const images = await startFakeImages()
  const { baseUrl } = images
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake', baseUrl }
  const { page } = await start({ settings: { providers: [provider] } })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'gpt-image-2' }).click()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  const picture = page.getByRole('group', { name: 'Picture', exact: true })
  const mine = {
    name: 'mine.png',
    mimeType: 'image/png',
    buffer: await flatPng(8, 8, [1, 2, 3, 255]),
  }
  await picture.locator('input').setInputFiles({ ...mine, buffer: Buffer.from(mine.buffer) })
  await expect(picture.getByRole('img', { name: 'mine.png' })).toBeVisible()
  const drop = async (name: string, bytes: Buffer): Promise<void> => {
    const files = await page.evaluateHandle(
      ({ base64, title }) => {
        const transfer = new DataTransfer()
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([content], title, { type: 'image/png' }))
        return transfer
      },
      { base64: bytes.toString('base64'), title: name },
    )
    await prompt.dispatchEvent('drop', { dataTransfer: files })
  }
  const said = page.getByRole('status')

  await drop('a1111.png', await pngWith('parameters', painted))
  await expect(prompt).toHaveValue('a fox')
  await expect(said.filter({ hasText: 'Not used' })).toHaveText(
    'Not used: Model, What to avoid, Seed, Steps, Guidance, and Sampler',
  )
  await expect(picture.getByRole('img', { name: 'mine.png' })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('unused.png') })
  await drop('invoke.png', await pngWith('invokeai_metadata', invoked))
  await expect(prompt).toHaveValue('an owl')
  await expect(said.filter({ hasText: 'Not used' })).toHaveText('Not used: Model and Seed')
  await drop('comfy.png', await pngWith('prompt', graph))
  await expect(prompt).toHaveValue('a wolf')
  await expect(said.filter({ hasText: 'Not used' })).toHaveText('Not used: Seed and Steps')

  const none = said.filter({ hasText: 'This file has no settings in it.' })
  await drop('text.png', Buffer.from('only words'))
  await expect(none).toBeVisible()
  await expect(said.filter({ hasText: 'Not used' })).toHaveCount(0)
  await drop('plain.png', await pngWith('Comment', 'nothing'))
  await expect(none).toBeVisible()
  await drop('spoilt.png', (await pngWith('parameters', painted)).subarray(0, 70))
  await expect(none).toBeVisible()
  await drop('bomb.png', pictureBomb())
  await expect(page.getByRole('alert')).toContainText('too many pixels')
  await expect(prompt).toHaveValue('a wolf')
  await images.close()
})
