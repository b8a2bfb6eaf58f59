import { z } from 'zod'

/**
 * An Electron accelerator such as CmdOrCtrl+Shift+F, its modifiers in this order. A letter, a digit
 * or a sign alone is none: it would take that key from every text field. Signs are without Shift,
 * which some layouts need for them. The plus joins the parts.
 */
const accelerator =
  /^(?:(?:CmdOrCtrl\+(?:Alt\+)?|Alt\+)(?:(?:Shift\+)?(?:[A-Z\d]|Up|Down|PageUp|PageDown|Backspace|Delete)|[!-*,-/:-@[-`{-~])|(?:CmdOrCtrl\+)?(?:Alt\+)?(?:Shift\+)?F(?:[1-9]|1\d|2[0-4])|Escape)$/

/** The user's changes by command. Commands of a newer version are kept. */
export const shortcutPreferencesSchema = z.record(
  z.string().max(60),
  z.string().regex(accelerator).nullable(),
)
