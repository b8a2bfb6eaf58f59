import { expect, test } from 'vitest'
import { isTooLarge } from '../../../src/renderer/media/isTooLarge.ts'

test('100 megapixels are shown, a decompression bomb is not', () => {
  expect(isTooLarge({ kind: 'image', width: 10_000, height: 10_000 })).toBe(false)
  expect(isTooLarge({ kind: 'image', width: 50_000, height: 50_000 })).toBe(true)
  expect(isTooLarge({ kind: 'image', width: null, height: null })).toBe(false)
})
