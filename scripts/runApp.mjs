import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { tiedToParent } from './tiedToParent.mjs'

/** @type {NodeJS.Signals[]} */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']
const isGrouped = process.platform !== 'win32'
const groupMilliseconds = 2_000

/**
 * Runs a program in its own process group. Forwards Ctrl+C and SIGTERM once, as a request to close.
 * Kills the rest of the group after a delay.
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {import('node:child_process').SpawnOptions} options
 * @param {number} [grace] the milliseconds between the request to close and the kill
 * @returns {Promise<number>} the exit code; 128 and the signal's number when a signal ended it, but
 *   0 when that was our request
 */
export async function runApp(command, commandArguments, options, grace = 8_000) {
  const tied = tiedToParent(command, commandArguments)
  const child = spawn(tied.command, tied.commandArguments, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
    detached: isGrouped,
  })
  /** @type {NodeJS.Timeout | undefined} */
  let deadline
  const requestEnd = () => {
    if (deadline) return
    child.kill('SIGTERM')
    deadline = setTimeout(() => signalGroup(child, 'SIGKILL'), grace)
  }
  for (const signal of endings) process.on(signal, requestEnd)
  try {
    const code = await exitCode(child)
    return deadline && code === 128 + constants.signals.SIGTERM ? 0 : code
  } finally {
    await endGroup(child)
    clearTimeout(deadline)
    for (const signal of endings) process.off(signal, requestEnd)
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
}

/** @param {import('node:child_process').ChildProcess} child */
async function endGroup(child) {
  if (!isGrouped || !signalGroup(child, 'SIGTERM')) return
  const deadline = Date.now() + groupMilliseconds
  while (signalGroup(child, 0) && Date.now() < deadline) await sleep(50)
  signalGroup(child, 'SIGKILL')
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} true if the process or group exists
 */
function signalGroup(child, signal) {
  try {
    return child.pid !== undefined && process.kill(isGrouped ? -child.pid : child.pid, signal)
  } catch {
    return false
  }
}
