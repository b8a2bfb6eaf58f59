import type { OneLine } from './oneLine.ts'

/** The app that has the keyboard. */
export interface FrontApp {
  /** Its window's class, bundle id or program, in lower case; empty where that can't be known. */
  id: string
}

/** Keys pressed for the user in whatever app has the keyboard. */
export interface Keystrokes {
  /** Null where no app has the keyboard; nothing that is pressed would arrive. */
  front: () => Promise<FrontApp | null>
  /** Presses what pastes in this app. */
  paste: (app: FrontApp) => Promise<void>
  /** Presses what copies in this app. */
  copy: (app: FrontApp) => Promise<void>
  /** Presses the keys of a text; Enter and Tab are none of them. */
  type: (text: OneLine, app: FrontApp) => Promise<void>
  /** The program that has to be installed for it, if any. */
  program: string | null
}
