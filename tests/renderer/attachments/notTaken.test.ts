import { expect, test } from 'vitest'
import { fileKind, isPicture } from '../../../src/renderer/attachments/fileKind.ts'
import { notTaken } from '../../../src/renderer/attachments/notTaken.ts'

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
  expect(fileKind({ mediaType })).toBe(kind)
})

test('a picture that no model takes is still shown as one, and a drawing with scripts is not', () => {
  expect(isPicture({ mediaType: 'image/bmp' })).toBe(true)
  expect(isPicture({ mediaType: 'image/svg+xml' })).toBe(false)
})

test('only what a model is known not to take is refused', () => {
  const image = { mediaType: 'image/png' }
  expect(notTaken(image, { image: false })).toBe('image')
  expect(notTaken(image, { image: true })).toBeUndefined()
  expect(notTaken(image, {})).toBeUndefined()
  expect(notTaken(image, undefined)).toBeUndefined()
  expect(notTaken({ mediaType: 'application/pdf' }, { image: true, pdf: false })).toBe('pdf')
  expect(notTaken({ mediaType: 'text/plain' }, { image: false, pdf: false })).toBeUndefined()
  expect(notTaken({ mediaType: 'application/zip' }, undefined)).toBe('other')
})

test('audio is passed on only to a model that is known to listen', () => {
  const audio = { mediaType: 'audio/mpeg' }
  expect(notTaken(audio, { audio: true })).toBeUndefined()
  expect(notTaken(audio, { audio: false })).toBe('audio')
  expect(notTaken(audio, {})).toBe('audio')
  expect(notTaken(audio, undefined)).toBeUndefined()
})
