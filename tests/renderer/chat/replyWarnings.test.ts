import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { minorWarnings, prominentWarnings } from '../../../src/renderer/chat/replyWarnings.ts'
import texts from '../../../src/renderer/locales/en-US.json' with { type: 'json' }
import { warningCodes } from '../../../src/shared/parts.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en-US',
    resources: { 'en-US': { translation: texts } },
    interpolation: { escapeValue: false },
  })
})

test.each(warningCodes)('%s is told in one place, with what it is about', (code) => {
  const warnings = [{ code, subject: '12' }]
  const told = [...prominentWarnings(warnings, i18next.t), ...minorWarnings(warnings, i18next.t)]
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/^.*12.*\.$/)
  expect(told[0]).not.toMatch(/\{\{|chat\./)
})

test('what every round of a turn warns of is said once', () => {
  const warning = { code: 'attachmentDropped', subject: 'scan.pdf' } as const
  const other = { code: 'attachmentDropped', subject: 'photo.png' } as const
  expect(prominentWarnings([warning, other, warning], i18next.t)).toHaveLength(2)
})

test('a warning without its number still makes a sentence', () => {
  const [sentence] = prominentWarnings([{ code: 'earlierDropped' }], i18next.t)
  expect(sentence).not.toMatch(/NaN|undefined|\{\{/)
})
