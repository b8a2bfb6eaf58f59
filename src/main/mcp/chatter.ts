const maxLines = 20
/** Characters of a line; the log keeps fewer, after it has masked secrets. */
const maxLineLength = 4000

/**
 * Returns a function that passes on what a program writes to its output that is no message: the
 * first 20 lines of a run, each cut, and then that there are more.
 */
export function createChatter(onLine: (line: string) => void): (line: string) => void {
  let lines = 0
  return (line) => {
    if (line.trim() === '' || lines > maxLines) return
    lines += 1
    onLine(lines > maxLines ? '…' : line.slice(0, maxLineLength).toWellFormed())
  }
}
