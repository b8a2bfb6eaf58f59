import { expect, test } from 'vitest'
import {
  justifiedRows,
  pictureBeside,
  rowOf,
} from '../../../../src/renderer/media/gallery/justifiedRows.ts'
import type { Sized } from '../../../../src/renderer/media/gallery/justifiedRows.ts'

const options = { width: 1000, height: 200, gap: 8 }
const square: Sized = { width: 1024, height: 1024 }
const wide: Sized = { width: 1536, height: 1024 }

function pictures(count: number): Sized[] {
  return Array.from({ length: count }, (_, index) => (index % 3 === 0 ? wide : square))
}

test('every row but the last is as wide as the gallery, and in order', () => {
  const rows = justifiedRows(pictures(50), options)
  let next = 0
  for (const { start, height, widths } of rows) {
    expect(start).toBe(next)
    next += widths.length
    expect(height).toBeLessThanOrEqual(options.height)
    const whole = widths.reduce((sum, width) => sum + width, options.gap * (widths.length - 1))
    if (next < 50) expect(whole).toBeCloseTo(options.width)
    else expect(whole).toBeLessThanOrEqual(options.width + 0.001)
  }
  expect(next).toBe(50)
})

test('more pictures change no row but the last', () => {
  const fewer = justifiedRows(pictures(40), options)
  const more = justifiedRows(pictures(400), options)
  expect(more.slice(0, fewer.length - 1)).toEqual(fewer.slice(0, -1))
})

test('a narrow gallery, a banner and sound each get a row that shows them', () => {
  const shown = justifiedRows(
    [
      { width: 10_000, height: 10 },
      { width: 10, height: 10_000 },
      { width: null, height: null },
    ],
    { width: 100, height: 200, gap: 8 },
  )
  expect(shown.flatMap(({ widths }) => widths)).toHaveLength(3)
  for (const { height } of shown) expect(height).toBeGreaterThanOrEqual(1)
})

test('the arrow keys find the nearest picture of the next row', () => {
  const rows = justifiedRows(
    Array.from({ length: 12 }, () => square),
    options,
  )
  expect(rows.map(({ start }) => start)).toEqual([0, 5, 10])
  expect(pictureBeside(rows, 2, 1)).toBe(7)
  expect(pictureBeside(rows, 7, -1)).toBe(2)
  expect(pictureBeside(rows, 9, 1)).toBe(11)
  expect(pictureBeside(rows, 2, -1)).toBeUndefined()
  expect(pictureBeside(rows, 11, 1)).toBeUndefined()
  expect(rowOf(rows, 12)).toBe(-1)
})
