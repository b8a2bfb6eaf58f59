import type { BlockState, Frame } from './blockState.ts'
import type { LineCursor } from './lineCursor.ts'

/** What a line can begin, and where it stands. */
export interface StartContext {
  state: BlockState
  cursor: LineCursor
  /** The deepest block that the line goes on with. */
  container: Frame
  /** The line may go on with a paragraph whose marks it lacks. */
  maybeLazy: boolean
  /** Closes the blocks that the line does not go on with. */
  closeUnmatched: () => void
}

/** Whether a block was begun: one that holds others, or one that takes the rest of the line. */
export type Started = 'container' | 'leaf' | undefined
