/** The end of a server's process. */
export interface ServerEnd {
  /** Its exit status; null if it was killed. */
  code: number | null
  /** Set if Parley ended it: on request, or as it wrote a line that is too long. */
  by: 'request' | 'longLine' | null
}

/** A running server, as those who speak with it need it. */
export interface ServerProcess {
  /** The id of the process that main started: the guardian, where there is one. */
  pid: number
  /** Writes a line. Resolves when the server has taken it, or has ended. */
  send: (line: string) => Promise<void>
  /** Returns the last lines of its error output. */
  errorTail: () => string
  /** Resolves when the server and everything that it started are gone. */
  ended: Promise<ServerEnd>
  /**
   * Ends the server and everything that it started: closes its input, then sends SIGTERM, then
   * SIGKILL. It waits `graceMilliseconds` after each of the first two. Resolves as `ended`.
   */
  stop: (graceMilliseconds?: number) => Promise<ServerEnd>
}
