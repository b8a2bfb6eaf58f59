/**
 * The limits of one answer. Real answers stay far below them; larger ones would slow the page and
 * main noticeably.
 */

/** Length of text, reasoning, arguments, results, sources and seals together, in UTF-16 units. */
export const answerLengthMaximum = 8_000_000
/** Number of texts, reasoning blocks, calls, results and files together. */
export const partsMaximum = 300
/** Number of tool calls in all rounds together. */
export const toolCallsMaximum = 128
/** Number of pictures and sounds. */
export const filesMaximum = 64
export const citationsMaximum = 300
/** Number of different warnings. */
export const warningsMaximum = 30

/** Length of a call's name or id; services allow up to 128 characters. */
export const nameLengthMaximum = 1000
export const citationLengths = { title: 1000, passage: 20_000, source: 4000 } as const
