import { pictureBeside, rowOf } from './justifiedRows.ts'
import type { JustifiedRow } from './justifiedRows.ts'

/**
 * Returns the index that a key leads to from one of the pictures; undefined if it leads nowhere.
 * In a language that is read from the right, the left key leads on.
 */
export function moveInGallery(
  key: string,
  index: number,
  { rows, count, rightToLeft }: GalleryShape,
): number | undefined {
  const clamp = (to: number): number => Math.min(count - 1, Math.max(0, to))
  switch (key) {
    case 'ArrowLeft':
      return clamp(rightToLeft ? index + 1 : index - 1)
    case 'ArrowRight':
      return clamp(rightToLeft ? index - 1 : index + 1)
    case 'ArrowUp':
      return pictureBeside(rows, index, -1)
    case 'ArrowDown':
      return pictureBeside(rows, index, 1)
    case 'PageUp':
      return pageFrom(rows, index, -rowsOfPage)
    case 'PageDown':
      return pageFrom(rows, index, rowsOfPage)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

export interface GalleryShape {
  rows: readonly JustifiedRow[]
  count: number
  rightToLeft: boolean
}

const rowsOfPage = 3

function pageFrom(rows: readonly JustifiedRow[], index: number, by: number): number | undefined {
  const row = rowOf(rows, index) + by
  return rows[Math.min(rows.length - 1, Math.max(0, row))]?.start
}
