const maxLength = 300

/** Lines that Node writes after the reason: the stack, and its version. */
const afterwards = /^\s+at |^Node\.js v\d/
/** npm names the code, and where it happened, before the reason. */
const npmReason = /^npm (?:error|ERR!) (?!code |syscall |errno |path |dest |A complete log)\S/
const thrown = /^(?:Uncaught )?[\w.]*(?:Error|Exception)(?: \[\w+\])?: /

/**
 * Returns the line in which a program says why it ended, from its last lines of error output; empty
 * for none. It is the last that says anything, but Node and npm go on after it.
 */
export function lastWords(errorTail: string): string {
  const lines = errorTail.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line))
  const isNode = lines.some((line) => line.startsWith('Node.js v'))
  const line =
    lines.find((text) => npmReason.test(text)) ??
    (isNode ? lines.findLast((text) => thrown.test(text)) : undefined) ??
    lines.findLast((text) => !afterwards.test(text))
  return (line ?? '')
    .replace(/^npm (?:error|ERR!) /, '')
    .trim()
    .slice(0, maxLength)
}
