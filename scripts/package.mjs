import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled } from './install.mjs'
import { checkPackages } from './package/checkDeb.mjs'
import { packageHelp, parsePackageArguments } from './package/packageArguments.mjs'
import { describeError } from './problem.mjs'
import { projectNode } from './projectNode.mjs'
import { projectRoot } from './projectRoot.mjs'
import { runApp } from './runApp.mjs'
import { ensurePackages } from './systemPackages.mjs'
import { whilePreparing } from './whilePreparing.mjs'

const say = (/** @type {string} */ line) => console.log(line)

/** npm run package -- deb rpm tar.gz electron: builds Parley, and its packages on the project's own Node. */
async function main() {
  const given = process.argv.slice(2)
  if (given.includes('--help')) return say(packageHelp)
  const { isChecked } = parsePackageArguments(given)
  if (isChecked) await ensurePackages(checkPackages, say)
  const node = await whilePreparing(projectRoot, say, async () => {
    await ensureInstalled(projectRoot, say)
    const projectsNode = await projectNode(projectRoot)
    await ensureBuilt(projectRoot, projectsNode, say)
    return projectsNode
  })
  const script = join(projectRoot, 'scripts', 'package', 'makePackages.mjs')
  process.exitCode = await runApp(node, [script, ...given], { cwd: projectRoot, env: process.env })
}

endWithNpm(process.env)
main().catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
