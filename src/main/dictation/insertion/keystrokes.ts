import type { OneLine } from './oneLine.ts'

/** The frontmost app, which has the keyboard focus. */
export interface FrontApp {
  /** The window class, bundle id or program in lower case; empty if unknown. */
  id: string
  /** Id of this window among those of the same app, if the system tells it. */
  window?: string
  /** The process of the window, where the system says it. */
  pid?: number
}

/** Presses keys in the frontmost app. */
export interface Keystrokes {
  /** Returns the frontmost app; null if none has the focus, so that no key would arrive. */
  front: () => Promise<FrontApp | null>
  /** Presses the app's shortcut for pasting. */
  paste: (app: FrontApp) => Promise<void>
  /** Presses the app's shortcut for copying. */
  copy: (app: FrontApp) => Promise<void>
  /**
   * Returns whether typing reproduces every character of a text. A character without a key of its
   * own may arrive as another one, or not at all.
   */
  canType: (text: OneLine) => Promise<boolean>
  /** Types a piece of text without Enter and Tab. */
  type: (text: OneLine, app: FrontApp) => Promise<void>
  /** The program that must be installed; null if none is needed. */
  program: string | null
}

/** The limit for typing a piece. Ended in its middle it is lost, and a busy machine takes long. */
export const typingMilliseconds = 30_000

/** Returns whether two answers of `front` mean the same window, as far as the system tells. */
export function isSameWindow(one: FrontApp, other: FrontApp): boolean {
  return one.id === other.id && one.window === other.window
}
