import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFiles } from './fingerprint.mjs'
import { rememberedFailure } from './rememberedFailure.mjs'
import { tiedToParent } from './tiedToParent.mjs'

const stallMilliseconds = 20_000

/** @param {string} root */
const packageFolder = (root) => join(root, 'node_modules', 'electron')

/**
 * Returns Electron's executable if its binary is complete and of the package's version; else
 * undefined.
 * @param {string} root
 */
export function findElectron(root) {
  const folder = packageFolder(root)
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8').trim()
  try {
    const executable = join(folder, 'dist', read('path.txt'))
    const isWanted = read(join('dist', 'version')).replace(/^v/, '') === electronVersion(root)
    return isWanted && statSync(executable).isFile() ? executable : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {string} root
 * @returns {string}
 */
export function electronVersion(root) {
  return JSON.parse(readFileSync(join(packageFolder(root), 'package.json'), 'utf8')).version
}

/**
 * @typedef {object} DownloadOptions
 * @property {string} node
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} say
 * @property {boolean} [again] retries even after a failure within the last day
 * @property {number} [stallAfter] the milliseconds without progress after which the download ends
 */

/**
 * Downloads Electron's binary with the package's own installer.
 * @param {string} root
 * @param {DownloadOptions} options
 * @returns {Promise<string | undefined>} the reason of a failure; undefined after success
 */
export async function downloadElectron(root, { node, env, say, again, stallAfter }) {
  const source = env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? ''
  const failure = rememberedFailure(
    join(root, '.cache', 'electron-download.json'),
    `${electronVersion(root)} ${source}`,
  )
  const known = again ? undefined : failure.recall()
  if (known) return known
  say('Downloading Electron…')
  const reason = await runInstaller(root, node, env, stallAfter ?? stallMilliseconds)
  if (reason) failure.remember(reason)
  else failure.forget()
  return reason
}

/**
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {number} stallAfter
 * @returns {Promise<string | undefined>}
 */
async function runInstaller(root, node, env, stallAfter) {
  // The installer writes below the temporary folder. Its size shows the progress.
  const temporary = mkdtempSync(join(tmpdir(), 'parley-electron-'))
  const size = () =>
    [temporary, join(packageFolder(root), 'dist')]
      .flatMap(listFiles)
      .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
  try {
    const isDone = await runWhileGrowing(
      node,
      [join(packageFolder(root), 'install.js')],
      { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...proxySetting(env) },
      size,
      stallAfter,
    )
    return isDone && findElectron(root) ? undefined : "Electron's binary can't be downloaded here"
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** @param {NodeJS.ProcessEnv} env */
function proxySetting(env) {
  const hasProxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some(
    (name) => env[name],
  )
  return hasProxy ? { ELECTRON_GET_USE_PROXY: 'true' } : {}
}

/**
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {NodeJS.ProcessEnv} env
 * @param {() => number} size
 * @param {number} stallAfter
 * @returns {Promise<boolean>} true if the command succeeded
 */
function runWhileGrowing(command, commandArguments, env, size, stallAfter) {
  return new Promise((resolve) => {
    const tied = tiedToParent(command, commandArguments)
    const child = spawn(tied.command, tied.commandArguments, { env, stdio: 'ignore' })
    let lastSize = size()
    let lastGrowth = Date.now()
    const watch = setInterval(
      () => {
        const now = size()
        if (now !== lastSize) lastGrowth = Date.now()
        lastSize = now
        if (Date.now() - lastGrowth >= stallAfter) child.kill('SIGKILL')
      },
      Math.min(500, stallAfter / 4),
    )
    const end = (/** @type {boolean} */ isDone) => {
      clearInterval(watch)
      resolve(isDone)
    }
    child.once('error', () => end(false))
    child.once('close', (code) => end(code === 0))
  })
}
