import type { Rectangle } from '../../../../shared/knowledge/passagePlace.ts'

/** Edges in the page's own coordinates, whose origin is at the bottom left. */
export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** The way in which a text runs on its page, in quarters of a turn against the clock. */
export type Direction = 0 | 1 | 2 | 3

export function directionOf(radians: number): Direction {
  const quarters = Math.round(radians / (Math.PI / 2))
  return (((quarters % 4) + 4) % 4) as Direction
}

/** Turns edges so that text of a direction runs from left to right. */
export function turned({ left, top, right, bottom }: Edges, direction: Direction): Edges {
  switch (direction) {
    case 1:
      return { left: bottom, right: top, bottom: -right, top: -left }
    case 2:
      return { left: -right, right: -left, bottom: -top, top: -bottom }
    case 3:
      return { left: -top, right: -bottom, bottom: left, top: right }
    default:
      return { left, top, right, bottom }
  }
}

export function joined(a: Edges, b: Edges): Edges {
  return {
    left: Math.min(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

/** Tells whether the middle of a letter is on the part of the page that is shown. */
export function isShown({ left, top, right, bottom }: Edges, box: Edges): boolean {
  const x = (left + right) / 2
  const y = (top + bottom) / 2
  return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top
}

/** Moves edges to the page as it is shown: its box cut out, turned, and from the top left. */
export function placeOnPage(edges: Edges, box: Edges, rotation: number): Rectangle {
  const width = edges.right - edges.left
  const height = edges.top - edges.bottom
  switch (rotation) {
    case 1:
      return {
        x: edges.bottom - box.bottom,
        y: edges.left - box.left,
        width: height,
        height: width,
      }
    case 2:
      return { x: box.right - edges.right, y: edges.bottom - box.bottom, width, height }
    case 3:
      return { x: box.top - edges.top, y: box.right - edges.right, width: height, height: width }
    default:
      return { x: edges.left - box.left, y: box.top - edges.top, width, height }
  }
}
