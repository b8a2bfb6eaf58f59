import i18next from 'i18next'
import { expect, test } from 'vitest'
import { settingRows } from '../../../src/renderer/media/viewer/settingRows.ts'
import german from '../../../src/renderer/locales/de-DE.json' with { type: 'json' }

const i18n = i18next.createInstance()
await i18n.init({ lng: 'de-DE', resources: { 'de-DE': { translation: german } } })

function rowsOf(values: Parameters<typeof settingRows>[2]): string[][] {
  const rows = settingRows(i18n.t, 'de-DE', values, { prompt: 'A fox', seed: 7 })
  return rows.map(({ title, value }) => [title, value])
}

test('the settings of an output have the titles and words of its form', () => {
  const file = { id: 'a', name: 'a.png', mediaType: 'image/png', sizeBytes: 1, outputId: null }
  const rows = rowsOf({
    ...{ prompt: 'A fox', seed: 7, image: [file], keep_rest: true, quality: 'high' },
    ...{ num_inference_steps: 28, size: '1024x768', image_size: { width: 512, height: 640 } },
    ...{ enable_safety_checker: false, loraWeights: 0.5, acceleration: 'regular', n: 2 },
    ...{ tags: ['one', 'two'] },
  })
  expect(rows).toEqual([
    ['Rest genau beibehalten', 'Ein'],
    ['Qualität', 'Hoch'],
    ['Schritte', '28'],
    ['Größe (size)', '1024 × 768'],
    ['Größe (image_size)', '512 × 640'],
    ['Enable Safety Checker', 'Aus'],
    ['Lora Weights', '0.5'],
    ['Acceleration', 'regular'],
    ['Anzahl', '2'],
    ['Tags', 'one und two'],
  ])
})

test('two settings of a workflow that have the same title say which is which', () => {
  expect(rowsOf({ '3.steps': 20, '12.steps': 8, '3.cfg': 4 })).toEqual([
    ['Schritte (3.steps)', '20'],
    ['Schritte (12.steps)', '8'],
    ['Prompttreue', '4'],
  ])
})
