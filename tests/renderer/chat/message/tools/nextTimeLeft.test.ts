import { expect, test } from 'vitest'
import { msUntilNextTimeLeft } from '../../../../../src/renderer/chat/message/tools/nextTimeLeft.ts'
import { formatTimeLeft } from '../../../../../src/renderer/ui/formatAmount.ts'

test('the time left is counted by the minute, in the last one by the second', () => {
  const shown: string[] = []
  for (let leftMs = 150_500; leftMs > 0; leftMs -= msUntilNextTimeLeft(leftMs)) {
    shown.push(formatTimeLeft('en-US', leftMs))
  }
  expect(shown.slice(0, 4)).toEqual(['2 minutes', '1 minute', '59 seconds', '58 seconds'])
  expect(shown.slice(-2)).toEqual(['1 second', '0 seconds'])
  expect(shown).toHaveLength(62)
})

test('a clock that was set back keeps the count going', () => {
  expect(msUntilNextTimeLeft(-5)).toBe(1)
})
