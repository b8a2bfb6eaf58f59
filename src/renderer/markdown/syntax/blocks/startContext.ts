import type { BlockState, Frame } from './blockState.ts'
import type { LineCursor } from './lineCursor.ts'

/** The parser's state at a line that may begin a block. */
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

/**
 * Returns whether a block was begun: one that holds others, or one that takes the rest of the line.
 */
export type Started = 'container' | 'leaf' | undefined

/**
 * Tells whether a line goes on with an open block; `taken` where nothing more is to be done with it.
 */
export type Continuation = 'yes' | 'no' | 'taken'
