import type { ReadingPlace } from './places.ts'

/** The actions that the log offers to other code. */
export interface ListActions {
  stick: () => void
  goTo: (place: ReadingPlace) => void
  goToStart: () => void
  moveBy: (pixels: number) => void
  /** Scrolls to the message before or after the one at the upper edge. */
  goToNeighbour: (step: 1 | -1) => void
  isInSight: (messageId: string) => boolean
}
