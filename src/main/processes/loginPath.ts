import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const shellMilliseconds = 5000
const maxOutputBytes = 1_000_000
/** Separates what the shell's own start files print from what is asked. */
const fence = '__PARLEY_PATH__'

let known: Promise<string> | undefined

/**
 * Returns the PATH that the user's login shell has. An app that is started from a dock or a menu
 * has a shorter one, without the folders of Homebrew, nvm and the like. The shell runs once.
 */
export function loginPath(): Promise<string> {
  known ??= readLoginPath(process.env)
  return known
}

/** Asks the login shell for its PATH; see `loginPath`. */
export async function readLoginPath(environment: NodeJS.ProcessEnv): Promise<string> {
  const own = environment['PATH'] ?? ''
  if (process.platform === 'win32') return own
  const fromShell = await askShell(environment['SHELL'] ?? '/bin/sh', environment)
  const home = environment['HOME'] ?? homedir()
  const usual = [
    '/opt/homebrew/bin',
    '/usr/local/bin',
    join(home, '.local/bin'),
    '/usr/bin',
    '/bin',
  ]
  const all = [...fromShell.split(delimiter), ...own.split(delimiter), ...usual]
  return [...new Set(all.filter((entry) => entry !== ''))].join(delimiter)
}

/** Returns what the shell prints, or nothing if it is missing, fails or takes too long. */
function askShell(shell: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const script = `echo ${fence}; /usr/bin/env; echo ${fence}`
  return new Promise((resolve) => {
    // Its own session has no terminal, for which an interactive shell would stop and wait.
    const child = spawn(shell, ['-ilc', script], {
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    const end = (): void => {
      clearTimeout(timer)
      child.stdout.destroy()
      killGroup(child.pid)
      resolve(pathOf(output))
    }
    const timer = setTimeout(end, shellMilliseconds)
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(0, maxOutputBytes)
      if (output.split(fence).length > 2) end()
    })
    child.on('error', end)
    child.on('exit', () => setImmediate(end))
  })
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function pathOf(output: string): string {
  const block = output.split(fence)[1] ?? ''
  return /^PATH=(.*)$/m.exec(block)?.[1] ?? ''
}
