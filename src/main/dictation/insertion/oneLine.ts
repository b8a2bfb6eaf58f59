import { withoutControls } from '../../speech/withoutControls.ts'

declare const mark: unique symbol
/**
 * Text without control characters, line ends and tabs, so that no program takes part of it for a
 * key.
 */
export type OneLine = string & { readonly [mark]: true }

/**
 * Returns the text as one line. Replaces everything that programs take for Enter or Tab by a space.
 */
export function oneLine(text: string): OneLine {
  // Matches whole runs of white space. A pattern for the surroundings of a break would take
  // quadratic time.
  const line = withoutControls(text).replace(/\s+/g, (run) => (/[\n\t]/.test(run) ? ' ' : run))
  return line.trim() as OneLine
}
