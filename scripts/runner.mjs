import { existsSync, readFileSync } from 'node:fs'
import { downloadElectron } from './electronBinary.mjs'
import { ensureInstalled } from './install.mjs'
import { describeError, problem } from './problem.mjs'
import { projectNode } from './projectNode.mjs'
import { projectRoot } from './projectRoot.mjs'
import { lastLines, runCommand } from './runCommand.mjs'
import { ensurePackages, missingPackages } from './systemPackages.mjs'
import { testPackages } from './testPackages.mjs'

const say = (/** @type {string} */ line) => console.log(line)

/** Ubuntu 24.04 denies user namespaces, which Chromium's and bubblewrap's sandboxes need. */
const namespaceLimit = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/** @param {string[]} command */
async function asRoot(...command) {
  const { code, output } = await runCommand('sudo', ['-n', ...command])
  if (code !== 0) throw problem(`${lastLines(output)}\n\nThis failed: sudo ${command.join(' ')}`)
}

async function prepareLinux() {
  if (existsSync(namespaceLimit) && readFileSync(namespaceLimit, 'utf8').trim() !== '0') {
    say('Allowing user namespaces…')
    await asRoot('sysctl', '-w', 'kernel.apparmor_restrict_unprivileged_userns=0')
  }
  const missing = await missingPackages(testPackages)
  if (missing.length > 0 && process.getuid?.() !== 0) {
    say('Installing system packages…')
    await asRoot(process.execPath, import.meta.filename, 'packages')
  }
}

/**
 * Prepares a machine of a CI service for `npm test` and `npm run package`: user namespaces, system
 * packages, npm's packages and Electron's binary.
 */
async function prepareRunner() {
  if (process.env['CI'] !== 'true') {
    throw problem('This weakens the machine that it runs on. It is for CI services only (CI=true).')
  }
  if (process.platform === 'linux') await prepareLinux()
  await ensureInstalled(projectRoot, say)
  const node = await projectNode(projectRoot)
  const reason = await downloadElectron(projectRoot, { node, env: process.env, say, again: true })
  if (reason) throw problem(`${reason}.`)
}

const isForPackages = process.argv[2] === 'packages'
await (isForPackages ? ensurePackages(testPackages, say) : prepareRunner()).catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
