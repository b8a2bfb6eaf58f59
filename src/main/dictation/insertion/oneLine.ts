import { withoutControls } from '../../speech/withoutControls.ts'

declare const mark: unique symbol
/** Text that no program takes for a key: no control character, no end of a line, no tab. */
export type OneLine = string & { readonly [mark]: true }

/** Returns the text in one line: whatever programs take for Enter or Tab becomes a space. */
export function oneLine(text: string): OneLine {
  const line = withoutControls(text)
    .replace(/\s*[\n\t]\s*/g, ' ')
    .trim()
  return line as OneLine
}
