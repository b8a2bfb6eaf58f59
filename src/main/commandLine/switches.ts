/** Parley's own switches. Imports nothing: it is read before Chromium starts. */
export const switches = {
  dictate: '--dictate',
  readSelection: '--read-selection',
  /** Opens no window, where Parley keeps running without one. */
  hidden: '--hidden',
} as const

/** The words after `parley run`, and the switches that they stand for. */
export const runWords: Readonly<Record<string, string>> = {
  dictate: switches.dictate,
  read: switches.readSelection,
}
