import { expect, test } from 'vitest'
import { strokeBoxes } from '../../../../src/renderer/media/mask/strokeBoxes.ts'

test('a brush changes its path and half its width beside it, within the picture', () => {
  const brush = { kind: 'brush', erases: false, size: 10, points: [50, 40, 60.5, 40] } as const
  expect(strokeBoxes(brush, 100, 100)).toEqual([{ x: 43, y: 33, width: 25, height: 14 }])
  const corner = { ...brush, points: [0, 0] }
  expect(strokeBoxes(corner, 100, 100)).toEqual([{ x: 0, y: 0, width: 7, height: 7 }])
  expect(strokeBoxes({ ...brush, points: [500, 500] }, 100, 100)).toEqual([])
  expect(strokeBoxes({ ...brush, points: [] }, 100, 100)).toEqual([])
})

test('a long path is cut, and the parts share the point between them', () => {
  const points = Array.from({ length: 17 }, (_, index) => [index * 100, 50]).flat()
  const boxes = strokeBoxes({ kind: 'brush', erases: true, size: 4, points }, 2000, 100)
  expect(boxes.map(({ x, width }) => [x, x + width])).toEqual([
    [0, 704],
    [696, 1504],
    [1496, 1604],
  ])
})

test('what is done to the mask as a whole changes all of it, and a frame nothing', () => {
  const whole = [{ x: 0, y: 0, width: 30, height: 20 }]
  expect(strokeBoxes({ kind: 'invert' }, 30, 20)).toEqual(whole)
  expect(strokeBoxes({ kind: 'grow', pixels: 3 }, 30, 20)).toEqual(whole)
  const frame = { kind: 'frame', top: 1, right: 1, bottom: 1, left: 1 } as const
  expect(strokeBoxes(frame, 30, 20)).toEqual([])
})
