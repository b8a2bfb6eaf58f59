import { expect, test } from 'vitest'
import {
  findFormat,
  formatNames,
  getFormat,
  hasSignature,
  mediaTypeByName,
} from '../../src/shared/fileFormats.ts'

const formats = formatNames.map(getFormat)

test('no ending or media type belongs to two formats', () => {
  const endings = formats.flatMap((format) => [...format.endings, ...format.looseEndings])
  const types = formats.flatMap(({ mediaType, looseMediaTypes }) => [
    ...(mediaType === null ? [] : [mediaType]),
    ...looseMediaTypes,
  ])
  expect(new Set(endings).size).toBe(endings.length)
  expect(new Set(types).size).toBe(types.length)
})

test.each(formatNames)('%s is found by its media type and usual ending', (name) => {
  const { mediaType, endings } = getFormat(name)
  if (mediaType !== null) expect(findFormat(mediaType)).toBe(name)
  for (const ending of endings)
    expect(mediaTypeByName(`a.b.${ending.toUpperCase()}`)).toBe(mediaType)
})

test('formats with different readers have no signature in common', () => {
  for (const name of formatNames) {
    for (const signature of getFormat(name).signatures) {
      const bytes = Buffer.from(signature.replaceAll('?', '_'), 'latin1')
      const others = formatNames.filter((other) => hasSignature(bytes, other))
      expect(others).toContain(name)
      expect(new Set(others.map((other) => getFormat(other).readAs)).size).toBe(1)
      expect(hasSignature(bytes.subarray(0, -1), name)).toBe(false)
    }
  }
})

test('an app outside opens nothing that it might run', () => {
  const kept = formatNames.filter((name) => getFormat(name).opensOutside === false)
  expect(kept).toEqual(['doc', 'xls', 'html', 'json', 'xml', 'code', 'avif'])
})

test('a name that means something to JavaScript has no media type', () => {
  expect(mediaTypeByName('notes.constructor')).toBeNull()
  expect(mediaTypeByName('__proto__')).toBeNull()
})
