import { withoutControls } from '../../speech/withoutControls.ts'

declare const mark: unique symbol
/** Text that no program takes for a key: no control character, no end of a line, no tab. */
export type OneLine = string & { readonly [mark]: true }

/** Returns the text in one line: whatever programs take for Enter or Tab becomes a space. */
export function oneLine(text: string): OneLine {
  // Run by run: a search for what surrounds a break would begin anew at each of a million spaces.
  const line = withoutControls(text).replace(/\s+/g, (run) => (/[\n\t]/.test(run) ? ' ' : run))
  return line.trim() as OneLine
}
