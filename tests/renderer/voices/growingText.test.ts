import { expect, test } from 'vitest'
import { followGrowingText } from '../../../src/renderer/voices/growingText.ts'

test('gives what is added', () => {
  const takeNew = followGrowingText()
  expect(['', 'One', 'One. Two.', 'One. Two.'].map(takeNew)).toEqual(['', 'One', '. Two.', ''])
})

test.each(['', '39', 'Another text that is longer'])('tells that %j is another text', (text) => {
  const takeNew = followGrowingText()
  takeNew('The user asks')
  expect(takeNew(text)).toBeUndefined()
})
