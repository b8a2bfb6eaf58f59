import { join, resolve } from 'node:path'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled } from './install.mjs'
import { describeError } from './problem.mjs'
import { projectNode } from './projectNode.mjs'
import { projectRoot } from './projectRoot.mjs'
import { runApp } from './runApp.mjs'

/** Standard output carries only the replies. */
const say = (/** @type {string} */ line) => console.error(line)

/**
 * Resolves the folder after --dir against the folder in which the user typed the command.
 * @param {string[]} given
 */
function absoluteFolder(given) {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  return given.map((word, index) => (given[index - 1] === '--dir' ? resolve(folder, word) : word))
}

/** npm run conformance -- --dir DIR [--print] [--seed NUMBER] */
async function conformance() {
  await ensureInstalled(projectRoot, say)
  const runner = join(projectRoot, 'tests', 'conformance', 'run.ts')
  return runApp(
    await projectNode(projectRoot),
    [runner, ...absoluteFolder(process.argv.slice(2))],
    {
      cwd: projectRoot,
      env: process.env,
    },
  )
}

endWithNpm(process.env)
conformance().then(
  (code) => (process.exitCode = code),
  (error) => {
    console.error(describeError(error))
    process.exitCode = 1
  },
)
