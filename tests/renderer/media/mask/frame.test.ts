import { expect, test } from 'vitest'
import {
  enlargedSize,
  frameOf,
  isEnlarged,
  moveSide,
  noFrame,
  sizeDraft,
} from '../../../../src/renderer/media/mask/frame.ts'
import type { Frame, FrameSide } from '../../../../src/renderer/media/mask/frame.ts'
import {
  addStroke,
  readHistory,
  undoStroke,
} from '../../../../src/renderer/media/mask/maskStrokes.ts'

const rule = {
  ...{ minimum: 256, maximum: 3840, multipleOf: 16, ratioMaximum: 3, pixelsMaximum: 3840 * 2160 },
}
const picture = { width: 1024, height: 1024 }

function move(from: Frame, side: FrameSide, pixels: number, size = picture): Frame {
  return moveSide(size, from, { side, pixels, rule })
}

test('a side moves to the next place at which the model can make the whole', () => {
  expect(move(noFrame, 'left', 100)).toEqual({ ...noFrame, left: 96 })
  expect(move(noFrame, 'bottom', 5)).toEqual(noFrame)
  expect(move({ ...noFrame, left: 96 }, 'left', -40)).toEqual(noFrame)
  // The picture's size is no multiple of 8, so the other axis moves too.
  const odd = { width: 1000, height: 700 }
  const frame = move(noFrame, 'right', 200, odd)
  expect(frame).toEqual({ ...noFrame, right: 200, bottom: 4 })
  expect(move(frame, 'right', 0, odd)).toMatchObject({ right: 8, bottom: 4 })
  expect(move({ ...noFrame, bottom: 4 }, 'bottom', 0, odd)).toEqual(noFrame)
})

test('the frame never exceeds what the model makes, nor cuts the picture', () => {
  const ratio = enlargedSize(picture, move(noFrame, 'right', 90_000))
  expect(ratio).toEqual({ width: 3072, height: 1024 })
  const large = { width: 3840, height: 2000 }
  const tall = enlargedSize(large, move(noFrame, 'top', 5000, large))
  expect(tall).toEqual({ width: 3840, height: 2160 })
  // A picture that is larger already stays whole.
  const huge = { width: 5000, height: 5000 }
  expect(Object.values(move(noFrame, 'left', 300, huge)).every((side) => side >= 0)).toBe(true)
  for (const size of [picture, large]) {
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      for (const pixels of [1, 7, 333, 1500]) {
        const frame = move(noFrame, side, pixels, size)
        const custom = { options: [], custom: rule }
        if (isEnlarged(frame)) expect(sizeDraft(custom, enlargedSize(size, frame))).not.toBe('')
      }
    }
  }
})

test('the form gets the size only if the model makes it', () => {
  const options = [{ value: '1536x1024', label: '', width: 1536, height: 1024 }]
  expect(sizeDraft({ options, custom: null }, { width: 1536, height: 1024 })).toBe('1536x1024')
  expect(sizeDraft({ options, custom: null }, { width: 1552, height: 1024 })).toBe('')
  expect(sizeDraft({ options, custom: rule }, { width: 1552, height: 1024 })).toBe('1552×1024')
  expect(sizeDraft({ options, custom: rule }, { width: 1550, height: 1024 })).toBe('')
})

test('the frame is a step like others: undone, and kept', () => {
  const first = addStroke({ done: [], undone: [] }, { kind: 'frame', ...noFrame, top: 16 })
  const second = addStroke(first, { kind: 'frame', ...noFrame, top: 32 })
  expect(frameOf(readHistory(JSON.parse(JSON.stringify(second))).done)).toMatchObject({ top: 32 })
  expect(frameOf(undoStroke(second).done)).toMatchObject({ top: 16 })
  expect(frameOf([])).toEqual(noFrame)
  const bad = { done: [{ kind: 'frame', ...noFrame, left: -1 }], undone: [] }
  expect(readHistory(bad).done).toEqual([])
})
