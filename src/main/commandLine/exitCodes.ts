/** The exit codes of `parley ask`. docs/command-line.md lists them. */
export const exitCodes = {
  answered: 0,
  failed: 1,
  usage: 2,
  /** The model ended before it had finished: a limit of length, a filter. */
  cutShort: 3,
  /** Ctrl+C, as shells count a signal. */
  stopped: 130,
  /** Nobody reads the answer any more, as after `| head`. */
  readerGone: 141,
} as const
