import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The user and the group `nobody`, which every Linux has. */
const nobody = 65534
const drop = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', '--']

/**
 * @typedef {object} OrdinaryUser
 * @property {string} command a program that runs another one as this user
 * @property {string[]} leading its arguments before that program
 * @property {string} why the reason for which root remains, for the tester; empty if it doesn't
 */

/**
 * Returns how a program is run by a user who isn't root: Chromium has its sandbox and file modes
 * their effect. Root remains where no other user may read the project or make a sandbox.
 * @param {string} root the project's folder
 * @param {string} node
 * @returns {OrdinaryUser}
 */
export function ordinaryUser(root, node) {
  const asIs = { command: node, leading: [], why: '' }
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return asIs
  try {
    const seesAll = ['unshare', '--user', node, join(root, 'scripts', 'projectRoot.mjs')]
    execFileSync('setpriv', [...drop, ...seesAll], { cwd: root, stdio: 'ignore' })
    return { command: 'setpriv', leading: [...drop, node], why: '' }
  } catch {
    return { ...asIs, why: 'as root and without Chromium’s sandbox: no other user can make one' }
  }
}

/**
 * Makes an empty folder in which an ordinary user may write.
 * @param {string} folder
 */
export function giveFolder(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() === 0) chownSync(folder, nobody, nobody)
}
