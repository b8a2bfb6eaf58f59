import type { ModelReference } from '../../shared/models.ts'

/** A text that may still be growing while it is read. */
export interface ReadableText {
  /** Id of the message or document: one is read at a time. */
  id: string
  text: () => string
  /**
   * Returns the model that wrote the text, which may have a voice of its own; null if no model did.
   */
  model: () => ModelReference | null
  /** No more text will follow. */
  isComplete: () => boolean
  /** Calls after every change; the returned function ends that. */
  subscribe: (listener: () => void) => () => void
  /** Told of what ends the reading before its end; without it the user is. */
  onFailed?: (error: unknown) => void
  /** Returns the element that shows the text now, if any. */
  element: () => Element | null
}
