import { expect, test } from 'vitest'
import { isGranted } from '../../../../src/main/app/window/permissions.ts'

test('of media only the microphone alone is granted', () => {
  expect(isGranted('media', ['audio'])).toBe(true)
  expect(isGranted('media', ['audio', 'video'])).toBe(false)
  expect(isGranted('media', ['video'])).toBe(false)
  expect(isGranted('media', ['unknown'])).toBe(false)
})

test('a capture of the screen, which names no media type, is refused', () => {
  expect(isGranted('media', [])).toBe(false)
  expect(isGranted('media')).toBe(false)
  expect(isGranted('display-capture', ['audio'])).toBe(false)
})

test('of the rest only copying is granted', () => {
  expect(isGranted('clipboard-sanitized-write')).toBe(true)
  for (const permission of ['clipboard-read', 'geolocation', 'notifications', 'fileSystem', ''])
    expect(isGranted(permission)).toBe(false)
})
