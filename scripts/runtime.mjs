import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../chromium-host/findBrowser.mjs'
import { downloadElectron, electronVersion, findElectron } from './electronBinary.mjs'
import { problem } from './problem.mjs'
import { lastLines, runCommand } from './runCommand.mjs'

/**
 * @typedef {object} Runtime
 * @property {'electron' | 'chromium-host'} name
 * @property {string} command an executable with Electron's command line
 * @property {string[]} leading arguments before the app's folder
 * @property {string[]} switches switches that this machine needs besides the app's own
 * @property {string} label the name of the runtime and the reason for it, for the user
 */

/**
 * @typedef {object} RuntimeOptions
 * @property {string} node
 * @property {NodeJS.ProcessEnv} env PARLEY_RUNTIME forces one of the two runtimes
 * @property {(line: string) => void} say
 * @property {() => Promise<void>} ensureBrowser installs a browser if there is none
 * @property {number} [stallAfter] see DownloadOptions
 */

/**
 * Chooses Electron if its binary is present or can be downloaded, else an installed browser with
 * chromium-host.
 * @param {string} root
 * @param {RuntimeOptions} options
 * @returns {Promise<Runtime>}
 */
export async function chooseRuntime(root, options) {
  const wish = options.env['PARLEY_RUNTIME'] || undefined
  if (wish && wish !== 'electron' && wish !== 'chromium-host') {
    throw problem(`PARLEY_RUNTIME is ${wish}. Set it to electron or chromium-host.`)
  }
  if (wish === 'chromium-host') return hostRuntime(root, 'PARLEY_RUNTIME asks for it', options)
  const { executable, reason } = await electronExecutable(root, options, wish === 'electron')
  if (executable) {
    const label = `Electron ${electronVersion(root)}`
    const switches = sandboxSwitches()
    return { name: 'electron', command: executable, leading: [], switches, label }
  }
  if (wish === 'electron') {
    throw problem(`${reason}, and PARLEY_RUNTIME asks for Electron. Run: npx install-electron`)
  }
  return hostRuntime(root, `because ${reason}`, options)
}

/** Chromium's sandbox does not work for root. */
const sandboxSwitches = () =>
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []

/**
 * @param {string} root
 * @param {RuntimeOptions} options
 * @param {boolean} again
 * @returns {Promise<{ executable?: string, reason?: string }>}
 */
async function electronExecutable(root, { node, env, say, stallAfter }, again) {
  if (!findElectron(root)) {
    const reason = await downloadElectron(root, {
      node,
      env,
      say,
      again,
      ...(stallAfter ? { stallAfter } : {}),
    })
    if (reason) return { reason }
  }
  const executable = findElectron(root)
  if (!executable) return { reason: "Electron's binary is incomplete" }
  const complaint = await startComplaint(executable)
  return complaint ? { reason: `Electron doesn't start here (${complaint})` } : { executable }
}

/**
 * Returns the error of a failed start. Linux without a desktop often lacks libraries of Electron.
 * @param {string} executable
 */
async function startComplaint(executable) {
  if (process.platform !== 'linux') return undefined
  const commandArguments = ['--version', ...sandboxSwitches()]
  const { code, output } = await runCommand(executable, commandArguments, { timeout: 20_000 })
  return code === 0 ? undefined : lastLines(output, 1)
}

/**
 * @param {string} root
 * @param {string} reason
 * @param {RuntimeOptions} options
 * @returns {Promise<Runtime>}
 */
async function hostRuntime(root, reason, { node, env, ensureBrowser }) {
  await ensureBrowser()
  const browser = findBrowser(env)
  if (!browser) throw problem(noBrowser)
  if (!existsSync(browser)) throw problem(`PARLEY_BROWSER points to no program: ${browser}`)
  const host = join(root, 'chromium-host')
  // Windows runs no shell scripts, so Node starts the host directly.
  const isWindows = process.platform === 'win32'
  return {
    name: 'chromium-host',
    command: isWindows ? node : join(host, 'electron'),
    leading: isWindows ? ['--disable-warning=ExperimentalWarning', join(host, 'run.mjs')] : [],
    switches: [],
    label: `${await browserLabel(browser)} (chromium-host, ${reason})`,
  }
}

const noBrowser =
  'No Chromium, Chrome, or Edge found. Install one, or set PARLEY_BROWSER=/path/to/chrome'

/** @param {string} browser */
async function browserLabel(browser) {
  // Windows browsers have no --version and would open a window.
  if (process.platform === 'win32') return 'the installed browser'
  const { code, output } = await runCommand(browser, ['--version'], { timeout: 20_000 })
  if (code !== 0) throw problem(`${browser} doesn't start: ${lastLines(output, 3)}`)
  return /^([A-Z][A-Za-z ]* \d+)\.\d/m.exec(output)?.[1] ?? 'Chromium'
}
