import { spawn } from 'node:child_process'
import { tiedToParent } from './tiedToParent.mjs'

/**
 * @typedef {object} CommandResult
 * @property {number} code the exit code; 127 if the command can't be started, 128 for a signal
 * @property {string} output both streams in the order of arrival
 */

const closeMilliseconds = 1_000

/**
 * Runs a command and collects its output. Never throws. The command ends with this process.
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<CommandResult>}
 */
export function runCommand(command, commandArguments, options = {}) {
  return new Promise((resolve) => {
    const tied = tiedToParent(command, commandArguments)
    const child = spawn(tied.command, tied.commandArguments, {
      windowsHide: true,
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    const end = (/** @type {number | null} */ code) => {
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve({ code: code ?? 128, output: Buffer.concat(chunks).toString('utf8') })
    }
    child.once('close', end)
    // A surviving grandchild may hold the pipes open.
    child.once('exit', (code) => setTimeout(end, closeMilliseconds, code).unref())
  })
}

/**
 * Returns the end of a long output, which contains the reason.
 * @param {string} output
 */
export const lastLines = (output, count = 30) =>
  output.trimEnd().split('\n').slice(-count).join('\n')
