import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problem } from './problem.mjs'
import { lastLines, runCommand } from './runCommand.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 */

/**
 * Returns true if node_modules matches package-lock.json. npm writes its own copy of the lock last,
 * so an interrupted installation does not match.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted) throw problem(`package-lock.json is missing in ${root}. Restore it with git.`)
  if (!present) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path]
    if (path === '' || (!found && optional)) return true
    return found?.version === version && found?.integrity === integrity
  })
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(root, say) {
  if (isInstalled(root)) return
  say('Installing packages with npm ci (takes about a minute)…')
  const { command, prefix } = findNpm()
  const { code, output } = await runCommand(command, [...prefix, 'ci', '--no-audit', '--no-fund'], {
    cwd: root,
    env: withoutNpmScriptSettings(process.env),
    shell: prefix.length === 0 && process.platform === 'win32',
  })
  if (code !== 0) {
    throw problem(`${lastLines(output)}\n\nnpm ci failed (exit code ${code}). See above.`)
  }
  if (!isInstalled(root)) throw problem('npm ci left packages out. Run: npm ci')
}

/** Returns the npm that runs this script, if any: its version matches this Node. */
function findNpm() {
  const script = process.env['npm_execpath']
  if (script && /npm-cli\.c?js$/.test(script))
    return { command: process.execPath, prefix: [script] }
  return { command: 'npm', prefix: [] }
}

/**
 * Removes the state of `npm start` from the environment, because a nested npm would use it.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpmScriptSettings(env) {
  const isState = /^npm_(?:lifecycle|package|command|node_execpath)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isState.test(name)))
}
