import { expect, test } from 'vitest'
import { foldLetters } from '../../../../src/main/knowledge/reading/pdf/foldLetters.ts'

test('ligatures and presentation forms become the letters that people search for', () => {
  expect(foldLetters('e\ufb03cient \ufb02ow')).toBe('efficient flow')
  expect(foldLetters('\ufeb3\ufefc\ufee1')).toBe('سلام')
  expect(foldLetters('\u2f46')).toBe('无')
  expect(foldLetters('u\u0308ber')).toBe('über')
})

test('what means something by its form stays', () => {
  expect(foldLetters('x² ½ ｗｉｄｅ')).toBe('x² ½ ｗｉｄｅ')
})

test('soft hyphens go, but for the one that cuts a word at the end of a line', () => {
  expect(foldLetters('in\u00adfor\u00ad')).toBe('infor\u00ad')
})
