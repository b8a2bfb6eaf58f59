import { expect, test } from 'vitest'
import { retirementStage } from '../../../../src/renderer/chat/models/retirementStage.ts'

const today = Date.parse('2026-11-21T12:00:00Z')
const retirement = (date: string) => ({ date, replacement: null })

test.each([
  ['2026-01-01', 'retired'],
  ['2026-11-21', 'retired'],
  ['2026-11-22', 'soon'],
  ['2027-01-20', 'soon'],
  ['2027-01-21', null],
  ['2028-01-01', null],
] as const)('a model that ends on %s is %s on 21 November', (date, stage) => {
  expect(retirementStage(retirement(date), today)).toBe(stage)
})

test('a model without an end has no stage', () => {
  expect(retirementStage(undefined, today)).toBeNull()
})
