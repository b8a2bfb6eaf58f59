import { expect, test } from 'vitest'
import { isDrawnPicture } from '../../../src/shared/fileFormats.ts'
import { inputKindOf } from '../../../src/shared/chat/inputKind.ts'

test.each([
  ['image/png', 'image'],
  ['image/webp', 'image'],
  ['application/pdf', 'pdf'],
  ['audio/wav', 'audio'],
  ['text/csv', 'text'],
  ['application/json', 'text'],
  ['application/zip', 'other'],
  ['image/svg+xml', 'other'],
  ['image/bmp', 'other'],
] as const)('%s is to a model: %s', (mediaType, kind) => {
  expect(inputKindOf({ mediaType })).toBe(kind)
})

test('a picture that no model takes is still shown as one, and a drawing with scripts is not', () => {
  expect(isDrawnPicture('image/bmp')).toBe(true)
  expect(isDrawnPicture('image/svg+xml')).toBe(false)
})
