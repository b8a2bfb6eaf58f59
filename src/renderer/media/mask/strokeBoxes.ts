import type { MaskStroke } from './maskStrokes.ts'

/** A part of a picture, in whole pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Edges are blended over the pixels beside them. */
const blendedPixels = 2

/** A path is cut after so many points: one box around all of it would be nearly empty. */
const pointsInBox = 8

/**
 * Returns the parts of a picture that a step may change; none for a frame, which draws nothing. They
 * may overlap.
 */
export function strokeBoxes(stroke: MaskStroke, width: number, height: number): Box[] {
  switch (stroke.kind) {
    case 'frame':
      return []
    case 'area':
      return around(stroke.points, 0, { width, height })
    case 'brush': {
      const { points, size } = stroke
      const boxes: Box[] = []
      // Each part begins with the last point of the one before, as the line between them does.
      for (let first = 0; first < points.length; first += pointsInBox * 2) {
        const part = points.slice(Math.max(0, first - 2), first + pointsInBox * 2)
        boxes.push(...around(part, size / 2, { width, height }))
      }
      return boxes
    }
    default:
      return [{ x: 0, y: 0, width, height }]
  }
}

function around(
  points: readonly number[],
  reach: number,
  { width, height }: Pick<Box, 'width' | 'height'>,
): Box[] {
  const [left, right] = span(points, 0, reach + blendedPixels, width)
  const [top, bottom] = span(points, 1, reach + blendedPixels, height)
  const isEmpty = right === left || bottom === top
  return isEmpty ? [] : [{ x: left, y: top, width: right - left, height: bottom - top }]
}

/** Returns where the points begin and end on one axis, 0 for x and 1 for y, within the picture. */
function span(
  points: readonly number[],
  axis: 0 | 1,
  margin: number,
  length: number,
): [start: number, end: number] {
  let least = Infinity
  let most = -Infinity
  for (let index = axis; index < points.length; index += 2) {
    least = Math.min(least, points[index] ?? least)
    most = Math.max(most, points[index] ?? most)
  }
  const start = Math.min(length, Math.max(0, Math.floor(least - margin)))
  const end = Math.max(start, Math.min(length, Math.ceil(most + margin)))
  return [start, end]
}
