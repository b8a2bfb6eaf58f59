import { expect, test } from 'vitest'
import {
  addStroke,
  noStrokes,
  readHistory,
  redoStroke,
  undoStroke,
} from '../../../../src/renderer/media/mask/maskStrokes.ts'
import type { MaskStroke } from '../../../../src/renderer/media/mask/maskStrokes.ts'

const brush: MaskStroke = { kind: 'brush', erases: false, size: 20, points: [1, 2, 3, 4] }
const steps: readonly MaskStroke[] = [
  brush,
  { kind: 'area', erases: true, points: [0, 0, 9, 0, 9, 9] },
  { kind: 'grow', pixels: -8 },
  { kind: 'invert' },
]

test('every step can be undone and done again, until a new one follows', () => {
  let history = steps.reduce(addStroke, noStrokes)
  for (const _step of steps) history = undoStroke(history)
  expect(history.done).toEqual([])
  expect(undoStroke(history)).toBe(history)
  for (const _step of steps) history = redoStroke(history)
  expect(history).toEqual({ done: steps, undone: [] })
  expect(redoStroke(history)).toBe(history)
  expect(addStroke(undoStroke(history), { kind: 'fill' })).toEqual({
    done: [...steps.slice(0, -1), { kind: 'fill' }],
    undone: [],
  })
})

test('what is stored is read as it was, and nothing else is taken for a mask', () => {
  const history = undoStroke(steps.reduce(addStroke, noStrokes))
  expect(readHistory(JSON.parse(JSON.stringify(history)))).toEqual(history)
  for (const damaged of [
    undefined,
    null,
    'mask',
    { done: [] },
    { done: [{ kind: 'brush', erases: false, size: 20, points: [1, 2, 3] }], undone: [] },
    { done: [{ ...brush, size: 'wide' }], undone: [] },
    { done: [{ ...brush, points: [1, null] }], undone: [] },
    { done: [], undone: [{ kind: 'explode' }] },
  ]) {
    expect(readHistory(damaged)).toEqual(noStrokes)
  }
})
