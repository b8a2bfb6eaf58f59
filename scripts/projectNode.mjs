import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { problem } from './problem.mjs'
import { runCommand } from './runCommand.mjs'

const neededMajor = 24

/** @param {string} root */
const nodePath = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Returns the Node from the project's packages, independent of the machine's own.
 * @param {string} root
 */
export async function projectNode(root) {
  const node = nodePath(root)
  const { code, output } = existsSync(node)
    ? await runCommand(node, ['--version'])
    : { code: 127, output: 'missing' }
  if (code === 0 && output.startsWith(`v${neededMajor}.`)) return node
  const found = code === 0 ? `is ${output.trim()}` : output.trim()
  throw problem(
    `Parley needs Node ${neededMajor}; node_modules/.bin/node ${found === 'missing' ? 'is missing' : found}. ` +
      "Packages were installed without their install scripts (npm's ignore-scripts). " +
      'Run: npm rebuild --ignore-scripts=false node',
  )
}
