import { readFileSync } from 'node:fs'

const pollMilliseconds = 500

/**
 * Sends this process a SIGTERM when npm or its shell ends. npm runs a script through a shell, and
 * neither forwards its own end, so that a killed `npm start` would leave the app running.
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

/** Returns the process ids of the shell and, if /proc shows it, of npm. */
function ancestors() {
  const shell = process.ppid
  try {
    const status = readFileSync(`/proc/${shell}/status`, 'utf8')
    return `${shell} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`
  } catch {
    return String(shell)
  }
}
