import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { problem } from './problem.mjs'
import { lastLines, runCommand } from './runCommand.mjs'
import { hasCommand } from './tiedToParent.mjs'

const lockPollMilliseconds = 1_000
/** A desktop's own updates take minutes. A longer wait means that they hang. */
const lockPatienceMilliseconds = 15 * 60_000

/** @returns {boolean} true if apt-get can install packages here */
export function canInstall() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !hasCommand('apt-get'))
    return false
  return isDebianLike(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')
}

/** @param {string} release the content of /etc/os-release */
export const isDebianLike = (release) => /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(release)

/**
 * Installs Debian packages. Throws a problem with the end of apt-get's output if that fails.
 * @param {readonly string[]} names
 * @param {(line: string) => void} say
 */
export async function installPackages(names, say) {
  say(`Installing ${names.join(', ')} with apt-get…`)
  const install = ['install', '-y', '--no-install-recommends', ...names]
  let result = await aptGet(install, say)
  if (result.code !== 0) {
    // On a new or old machine the package lists are outdated.
    await aptGet(['update'], say)
    result = await aptGet(install, say)
  }
  if (result.code !== 0) {
    throw problem(`${lastLines(result.output, 12)}\n\n${installHint(names)}`)
  }
}

/**
 * Runs apt-get. Waits while another program installs packages.
 * @param {string[]} commandArguments
 * @param {(line: string) => void} say
 * @returns {Promise<import('./runCommand.mjs').CommandResult>}
 */
async function aptGet(commandArguments, say) {
  // The checks below read its messages, so they must be in English.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  const deadline = Date.now() + lockPatienceMilliseconds
  for (let isFirst = true; ; isFirst = false) {
    const result = await runCommand('apt-get', commandArguments, { env })
    const holder = result.code === 0 ? undefined : lockHolder(result.output)
    if (holder === undefined || Date.now() > deadline) return result
    if (isFirst) say(`Waiting for ${holder}, which is installing packages…`)
    await sleep(lockPollMilliseconds)
  }
}

/**
 * Returns the program that blocks apt-get, such as "apt-get (process 123)"; undefined if none does.
 * @param {string} output the output of a failed apt-get
 */
export function lockHolder(output) {
  if (!/Could not get lock |Unable to (?:acquire|lock) /.test(output)) return undefined
  if (/Permission denied|Read-only file system/.test(output)) return undefined
  const [, process, name] = /held by process (\d+)(?: \(([^)]+)\))?/.exec(output) ?? []
  return process ? `${name ?? 'a program'} (process ${process})` : 'another program'
}

/**
 * Returns the command that installs the packages.
 * @param {readonly string[]} names
 */
export function installHint(names, platform = process.platform) {
  if (platform === 'linux') {
    const command = `sudo apt-get update && sudo apt-get install ${names.join(' ')}`
    return `Run: ${command} (or the same packages by your system's names)`
  }
  return `Missing: ${names.join(', ')}`
}
