import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { modelFacts, unknownFacts } from '../../../../src/renderer/chat/models/modelFacts.ts'
import texts from '../../../../src/renderer/locales/en-US.json' with { type: 'json' }
import type { Model } from '../../../../src/shared/models.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en-US', resources: { 'en-US': { translation: texts } } })
const { t } = i18n

const bare: Model = { providerId: 'cloud', modelId: 'm', name: 'M', local: false }

test('what nobody says of a model is unknown, and not absent', () => {
  expect(modelFacts(bare, t, 'en-US')).toEqual(['Hosted'])
  expect(unknownFacts(bare, t, 'en-US')).toEqual([
    'Not known: Context window, Images, PDF, Audio, Tools, Reasoning, Price',
  ])
})

test('what is known to be missing is not unknown, and a local model has no price', () => {
  const capabilities = { image: true, pdf: false, audio: false, tools: true, reasoning: false }
  const model = { ...bare, local: true, contextTokens: 8192, capabilities }
  expect(unknownFacts(model, t, 'en-US')).toEqual([])
  expect(modelFacts(model, t, 'en-US')).toContain('Images, Tools')
})

test('a window that its server has yet to choose is only the most that it can be', () => {
  const model = { ...bare, contextTokens: 8192 }
  expect(modelFacts(model, t, 'en-US')).toContain('Context: 8,192 tokens')
  expect(modelFacts({ ...model, contextIsMaximum: true }, t, 'en-US')).toContain(
    'Context: up to 8,192 tokens',
  )
})
