/**
 * What one answer may hold. Real answers stay far below all of it; past it the page could not show
 * the answer, nor main keep it, without being felt.
 */

/** Of text, thoughts, arguments, results, sources and seals together, in UTF-16 units. */
export const answerLengthMaximum = 8_000_000
/** Runs of text and of thoughts, calls, results and files together. */
export const partsMaximum = 300
/** Calls of tools, in all rounds together. */
export const callsMaximum = 128
/** Pictures and sounds. */
export const filesMaximum = 64
export const citationsMaximum = 300
/** Different ones; each counts once. */
export const warningsMaximum = 30

/** A name or an id of a call; the longest that a service allows has 128 characters. */
export const nameLengthMaximum = 1000
export const citationLengths = { title: 1000, passage: 20_000, source: 4000 } as const
