import { readFileSync } from 'node:fs'

/** Enough for a browser that a wrapper has started. */
const maxAncestors = 6

/** Tells whether a process is Parley, or was started by it. For Linux. */
export function isOwnProcess(pid: number, parentOf = parentInProc): boolean {
  let current = pid
  for (let step = 0; step <= maxAncestors && current > 1; step += 1) {
    if (current === process.pid) return true
    current = parentOf(current)
  }
  return false
}

/** Returns 0 for a process that is gone. */
function parentInProc(pid: number): number {
  try {
    // The name, in brackets, may contain anything.
    const [, rest = ''] =
      /\) \S (\d+)/.exec(readFileSync(`/proc/${String(pid)}/stat`, 'latin1')) ?? []
    return Number(rest)
  } catch {
    return 0
  }
}
