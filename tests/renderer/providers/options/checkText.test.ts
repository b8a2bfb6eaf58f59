import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import texts from '../../../../src/renderer/locales/en-US.json' with { type: 'json' }
import { checkText } from '../../../../src/renderer/providers/options/checkText.ts'
import type { ModelCheck } from '../../../../src/shared/providers.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en-US', resources: { 'en-US': { translation: texts } } })

const model = { providerId: 'p', modelId: 'm', name: 'M', local: false }

test.each<[ModelCheck | undefined, string]>([
  [undefined, 'Checking m…'],
  [{ outcome: 'found', model }, 'm is available.'],
  [
    { outcome: 'found', model: { ...model, contextTokens: 128_000 } },
    'm is available with a context of 128,000 tokens.',
  ],
  [{ outcome: 'missing', nearest: [] }, 'Cloud has no model called m. Check the spelling.'],
  [
    { outcome: 'missing', nearest: ['m1', 'm2'] },
    'Cloud has no model called m. Similar names: m1 and m2.',
  ],
  [
    { outcome: 'unchecked', error: null },
    'Cloud can’t be asked about m. Parley uses the ID as you entered it.',
  ],
  [
    {
      outcome: 'unchecked',
      error: { code: 'connectionFailed', message: '', details: { provider: 'Cloud' } },
    },
    'Cloud can’t be reached. Check your network connection. Cloud can’t be asked about m. Parley uses the ID as you entered it.',
  ],
])('%j is told', (check, sentence) => {
  const text = checkText({ modelId: 'm', provider: 'Cloud', check }, i18n.t, 'en-US')
  expect(text.replaceAll(/[\u2066-\u2069]/g, '')).toBe(sentence)
})
