import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { problem } from './problem.mjs'
import { tiedToParent } from './tiedToParent.mjs'

/**
 * Returns true if windows can be shown. A DISPLAY without a running server does not count.
 * @param {NodeJS.ProcessEnv} env
 */
export async function hasDisplay(env, platform = process.platform) {
  if (platform !== 'linux') return true
  if (env['WAYLAND_DISPLAY']) return true
  return env['DISPLAY'] ? displayAnswers(env['DISPLAY']) : false
}

/**
 * @param {string} display in the format of DISPLAY: `:0`, `localhost:10.0`
 * @returns {Promise<boolean>}
 */
function displayAnswers(display) {
  const [, host = '', number = ''] = /^(?:unix)?([^:]*):(\d+)(?:\.\d+)?$/.exec(display) ?? []
  if (!number) return Promise.resolve(false)
  const address = host
    ? { host, port: 6000 + Number(number) }
    : { path: `/tmp/.X11-unix/X${number}` }
  return new Promise((resolve) => {
    const socket = connect(address)
    const end = (/** @type {boolean} */ answers) => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(2_000, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/**
 * @typedef {object} VirtualDisplay
 * @property {string} name in the format of DISPLAY
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a screen in memory. Xvfb chooses its number.
 * @returns {Promise<VirtualDisplay>}
 */
export function startVirtualDisplay() {
  const { command, commandArguments } = tiedToParent('Xvfb', [
    '-displayfd',
    '3',
    '-screen',
    '0',
    '1440x900x24',
    '-noreset',
    '-nolisten',
    'tcp',
  ])
  // Detached, so that Ctrl+C in the terminal does not stop the screen before the app has closed.
  const server = spawn(command, commandArguments, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => server.once('close', () => resolve()))
  const stop = () => {
    server.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    let complaint = ''
    let number = ''
    server.stderr?.on('data', (chunk) => (complaint = `${complaint}${chunk}`.slice(-2_000)))
    server.stdio[3]?.on('data', (chunk) => {
      number += chunk
      if (number.endsWith('\n')) resolve({ name: `:${number.trim()}`, stop })
    })
    const fail = (/** @type {string} */ reason) =>
      reject(problem(`The virtual display (Xvfb) can't be started: ${reason}`))
    server.once('error', (error) => fail(error.message))
    void ended.then(() => fail(complaint.trim() || 'it ended at once'))
  })
}
