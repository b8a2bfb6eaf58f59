import { spawn } from 'node:child_process'

const patienceMilliseconds = 5000
const outputMaximum = 1_000_000

/**
 * Runs a program without a shell and gives what it printed. Errors: Error with code ENOENT where
 * it is not installed; Error with what it complained of where it failed or took too long.
 */
export function runProgram(
  command: string,
  programArguments: readonly string[],
  input = '',
  timeout = patienceMilliseconds,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, programArguments, {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout,
      windowsHide: true,
    })
    let output = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < outputMaximum) output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (complaint.length < outputMaximum) complaint += text
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} failed (${code ?? signal}): ${complaint.slice(0, 500)}`))
    })
    // A program that ends without reading must not end Parley.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
