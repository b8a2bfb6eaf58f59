import type { OneLine } from './oneLine.ts'

/** The frontmost app, which has the keyboard focus. */
export interface FrontApp {
  /** The window class, bundle id or program in lower case; empty if unknown. */
  id: string
}

/** Presses keys in the frontmost app. */
export interface Keystrokes {
  /** Returns the frontmost app; null if none has the focus, so that no key would arrive. */
  front: () => Promise<FrontApp | null>
  /** Presses the app's shortcut for pasting. */
  paste: (app: FrontApp) => Promise<void>
  /** Presses the app's shortcut for copying. */
  copy: (app: FrontApp) => Promise<void>
  /** Types a text without Enter and Tab. */
  type: (text: OneLine, app: FrontApp) => Promise<void>
  /** The program that must be installed; null if none is needed. */
  program: string | null
}
