import { readFileSync } from 'node:fs'

const pollMilliseconds = 500

/**
 * npm runs a script through a shell, and neither passes its own end on: a killed `npm start` would
 * leave its app behind. This ends us, with a SIGTERM to ourselves, when one of the two is gone.
 * @param {NodeJS.ProcessEnv} env
 */
export function endWithNpm(env) {
  if (!env['npm_lifecycle_event'] || process.platform === 'win32') return
  const line = ancestors()
  const poll = setInterval(() => {
    if (ancestors() === line) return
    clearInterval(poll)
    process.kill(process.pid, 'SIGTERM')
  }, pollMilliseconds)
  poll.unref()
}

/** The shell's process number and, where /proc tells it, npm's. */
function ancestors() {
  const shell = process.ppid
  try {
    const status = readFileSync(`/proc/${shell}/status`, 'utf8')
    return `${shell} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`
  } catch {
    return String(shell)
  }
}
