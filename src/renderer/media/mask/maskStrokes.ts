/**
 * One step of a mask, in pixels of the picture. Points are pairs of x and y in one list. An area is
 * what a lasso or a rectangle encloses; `pixels` below zero shrink the mask. A frame enlarges the
 * picture by so many pixels on each side, in place of the frame before.
 */
export type MaskStroke =
  | { kind: 'brush'; erases: boolean; size: number; points: readonly number[] }
  | { kind: 'area'; erases: boolean; points: readonly number[] }
  | { kind: 'grow'; pixels: number }
  | { kind: 'fill' | 'clear' | 'invert' }
  | { kind: 'frame'; top: number; right: number; bottom: number; left: number }

/** The steps of a mask. Undo and redo move a step from one list to the other. */
export interface MaskHistory {
  done: readonly MaskStroke[]
  undone: readonly MaskStroke[]
}

export const noStrokes: MaskHistory = { done: [], undone: [] }

export function addStroke({ done }: MaskHistory, stroke: MaskStroke): MaskHistory {
  return { done: [...done, stroke], undone: [] }
}

export function undoStroke(history: MaskHistory): MaskHistory {
  const last = history.done.at(-1)
  if (!last) return history
  return { done: history.done.slice(0, -1), undone: [...history.undone, last] }
}

export function redoStroke(history: MaskHistory): MaskHistory {
  const next = history.undone.at(-1)
  if (!next) return history
  return { done: [...history.done, next], undone: history.undone.slice(0, -1) }
}

/** Returns the corners of a rectangle between two points, as an area's points. */
export function rectanglePoints(
  [startX, startY]: readonly [number, number],
  [endX, endY]: readonly [number, number],
): number[] {
  return [startX, startY, endX, startY, endX, endY, startX, endY]
}

/** Returns the steps as they were stored, or none if something else is there. */
export function readHistory(stored: unknown): MaskHistory {
  if (typeof stored !== 'object' || stored === null) return noStrokes
  const { done, undone } = stored as Partial<Record<keyof MaskHistory, unknown>>
  if (!isStrokeList(done) || !isStrokeList(undone)) return noStrokes
  return { done, undone }
}

function isStrokeList(value: unknown): value is readonly MaskStroke[] {
  return Array.isArray(value) && value.every(isStroke)
}

function isStroke(value: unknown): value is MaskStroke {
  if (typeof value !== 'object' || value === null) return false
  const { kind, erases, size, points, pixels, ...sides } = value as Record<string, unknown>
  switch (kind) {
    case 'fill':
    case 'clear':
    case 'invert':
      return true
    case 'grow':
      return Number.isFinite(pixels)
    case 'brush':
      return typeof erases === 'boolean' && Number.isFinite(size) && isPointList(points)
    case 'area':
      return typeof erases === 'boolean' && isPointList(points)
    case 'frame':
      return [sides['top'], sides['right'], sides['bottom'], sides['left']].every(
        (side) => typeof side === 'number' && Number.isInteger(side) && side >= 0,
      )
    default:
      return false
  }
}

function isPointList(value: unknown): boolean {
  return Array.isArray(value) && value.length % 2 === 0 && value.every(Number.isFinite)
}
