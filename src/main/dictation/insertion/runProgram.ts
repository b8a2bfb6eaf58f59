import { spawn } from 'node:child_process'

const patienceMilliseconds = 5000
const maxOutputBytes = 1_000_000

export interface RunOptions {
  /** Milliseconds until the program is ended; 5000 by default. */
  timeout?: number
  /** Variables besides Parley's own. */
  env?: Readonly<Record<string, string>>
}

/**
 * Runs a program without a shell and returns its output. Throws an Error with code ENOENT if it is
 * not installed, and an Error with its messages if it fails or exceeds the time limit.
 */
export function runProgram(
  command: string,
  programArguments: readonly string[],
  input = '',
  { timeout = patienceMilliseconds, env = {} }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, programArguments, {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout,
      windowsHide: true,
      env: { ...process.env, ...env },
    })
    let output = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < maxOutputBytes) output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (complaint.length < maxOutputBytes) complaint += text
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} failed (${code ?? signal}): ${complaint.slice(0, 500)}`))
    })
    // A program that exits without reading its input must not crash Parley.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
