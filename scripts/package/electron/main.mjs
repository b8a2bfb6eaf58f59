import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../build.mjs'
import { endWithNpm } from '../../endWithNpm.mjs'
import { ensureInstalled } from '../../install.mjs'
import { describeError } from '../../problem.mjs'
import { projectNode } from '../../projectNode.mjs'
import { projectRoot as root } from '../../projectRoot.mjs'
import { whilePreparing } from '../../whilePreparing.mjs'
import { makeElectron } from './makeElectron.mjs'

const say = (/** @type {string} */ line) => console.log(line)

/** npm run package:electron: builds Parley, and its packages with Electron for this system. */
async function main() {
  const { values } = parseArgs({ options: { arch: { type: 'string' } } })
  const node = await whilePreparing(root, say, async () => {
    await ensureInstalled(root, say)
    const projectsNode = await projectNode(root)
    await ensureBuilt(root, projectsNode, say)
    return projectsNode
  })
  await makeElectron({ root, node, say, env: process.env, arch: values.arch })
}

endWithNpm(process.env)
main().catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
