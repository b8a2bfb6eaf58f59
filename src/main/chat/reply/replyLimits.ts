/**
 * The limits of one answer. Real answers stay far below them; larger ones would slow the page and
 * main noticeably.
 */

/** Length of text, reasoning, arguments, results, sources and seals together, in UTF-16 units. */
export const maxAnswerLength = 8_000_000
/** Number of texts, reasoning blocks, calls, results and files together. */
export const maxParts = 300
/** Number of tool calls in all rounds together. */
export const maxToolCalls = 128
/** Number of pictures and sounds. */
export const maxFiles = 64
export const maxCitations = 300
/** Number of different warnings. */
export const maxWarnings = 30

/** Length of a call's name or id; services allow up to 128 characters. */
export const maxNameLength = 1000
export const citationLengths = { title: 1000, passage: 20_000, source: 4000 } as const
