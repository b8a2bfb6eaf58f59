import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startVirtualDisplay } from './display.mjs'
import { problem } from './problem.mjs'
import { runCommand } from './runCommand.mjs'
import { tiedToParent } from './tiedToParent.mjs'

const keyringMilliseconds = 15_000

/**
 * @typedef {object} Session
 * @property {NodeJS.ProcessEnv} env the environment for a program in the session
 * @property {() => Promise<void>} close
 */

/**
 * Opens a separate desktop session for tests: a screen, a D-Bus session with an unlocked keyring,
 * and an empty home folder. It keeps the user's keys, settings and windows out. On macOS and
 * Windows the tests run in the user's session with separate folders.
 * @param {NodeJS.ProcessEnv} outer
 * @returns {Promise<Session>}
 */
export async function openSession(outer) {
  const foreign = ['PARLEY_USER_DATA', 'WAYLAND_DISPLAY', 'ELECTRON_RUN_AS_NODE']
  /** @type {NodeJS.ProcessEnv} */
  const env = Object.fromEntries(Object.entries(outer).filter(([name]) => !foreign.includes(name)))
  if (process.platform !== 'linux') return { env, close: async () => {} }
  const home = mkdtempSync(join(tmpdir(), 'parley-home-'))
  Object.assign(env, homeSettings(home))
  /** @type {Array<() => unknown>} */
  const closings = [() => rmSync(home, { recursive: true, force: true, maxRetries: 5 })]
  const close = async () => {
    for (const closing of closings.splice(0).toReversed()) await closing()
  }
  try {
    const display = await startVirtualDisplay()
    closings.push(display.stop)
    env['DISPLAY'] = display.name
    const bus = await startBus(env)
    closings.push(bus.stop)
    env['DBUS_SESSION_BUS_ADDRESS'] = bus.address
    closings.push(await startKeyring(env))
    return { env, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param {string} home */
function homeSettings(home) {
  const folder = (/** @type {string} */ name) => {
    mkdirSync(join(home, name), { recursive: true, mode: 0o700 })
    return join(home, name)
  }
  return {
    HOME: home,
    XDG_CONFIG_HOME: folder('.config'),
    XDG_DATA_HOME: folder('.local/share'),
    XDG_CACHE_HOME: folder('.cache'),
    XDG_RUNTIME_DIR: folder('.run'),
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function stopper(child) {
  const ended = new Promise((resolve) => child.once('close', resolve))
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ address: string, stop: () => Promise<void> }>}
 */
function startBus(env) {
  const tied = tiedToParent('dbus-daemon', ['--session', '--nofork', '--print-address=1'])
  const bus = spawn(tied.command, tied.commandArguments, {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stop = stopper(bus)
  return new Promise((resolve, reject) => {
    let address = ''
    bus.stdout.on('data', (chunk) => {
      address += chunk
      if (address.endsWith('\n')) resolve({ address: address.trim(), stop })
    })
    bus.once('error', reject)
    bus.once('close', () => reject(problem("A D-Bus session can't be started (dbus-daemon).")))
  })
}

/** @param {NodeJS.ProcessEnv} env */
async function startKeyring(env) {
  const tied = tiedToParent('gnome-keyring-daemon', [
    '--foreground',
    '--unlock',
    '--components=secrets',
  ])
  const keyring = spawn(tied.command, tied.commandArguments, {
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keyring.once('error', () => {})
  // The daemon reads the password of the new keyring until the end of its input.
  keyring.stdin.end('parley')
  const stop = stopper(keyring)
  const deadline = Date.now() + keyringMilliseconds
  while (!(await hasSecretService(env))) {
    if (Date.now() > deadline) {
      await stop()
      throw problem("A keyring can't be started (gnome-keyring-daemon).")
    }
    await sleep(50)
  }
  return stop
}

/** @param {NodeJS.ProcessEnv} env */
async function hasSecretService(env) {
  const { output } = await runCommand(
    'dbus-send',
    [
      '--session',
      '--print-reply=literal',
      '--dest=org.freedesktop.DBus',
      '/',
      'org.freedesktop.DBus.NameHasOwner',
      'string:org.freedesktop.secrets',
    ],
    { env },
  )
  return output.includes('true')
}
