import { join, resolve } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled } from './install.mjs'
import { describeError } from './problem.mjs'
import { projectNode } from './projectNode.mjs'
import { projectRoot } from './projectRoot.mjs'
import { runApp } from './runApp.mjs'
import { openSession } from './session.mjs'
import { ensurePackages } from './systemPackages.mjs'
import { whilePreparing } from './whilePreparing.mjs'

/** @type {import('./systemPackages.mjs').SystemPackage[]} */
const systemPackages = [
  'chromium',
  'xvfb',
  'xdotool',
  'libsecret-1-0',
  'dbus',
  'gnome-keyring',
  'espeak-ng',
  'x11-utils',
  'xterm',
]
const say = (/** @type {string} */ line) => console.log(line)

/**
 * Resolves the file after --json against the folder in which the user typed the command.
 * @param {string[]} given
 */
function absoluteJsonFile(given) {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  return given.map((word, index) => (given[index - 1] === '--json' ? resolve(folder, word) : word))
}

/** npm run bench [-- GROUP … --json FILE] */
async function bench() {
  const node = await whilePreparing(projectRoot, say, async () => {
    await ensureInstalled(projectRoot, say)
    const projectsNode = await projectNode(projectRoot)
    await ensureBuilt(projectRoot, projectsNode, say)
    return projectsNode
  })
  if (process.platform === 'linux') await ensurePackages(systemPackages, say)
  const session = await openSession(process.env)
  try {
    const runner = join(projectRoot, 'tests', 'bench', 'run.ts')
    return await runApp(node, [runner, ...absoluteJsonFile(process.argv.slice(2))], {
      cwd: projectRoot,
      env: session.env,
    })
  } finally {
    await session.close()
  }
}

endWithNpm(process.env)
bench().then(
  (code) => (process.exitCode = code),
  (error) => {
    console.error(describeError(error))
    process.exitCode = 1
  },
)
