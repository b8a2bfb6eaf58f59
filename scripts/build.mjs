import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fingerprint, listFiles } from './fingerprint.mjs'
import { problem } from './problem.mjs'
import { lastLines, runCommand } from './runCommand.mjs'

const inputs = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'scripts/cutTexts.mjs',
  'scripts/earlyScript.mjs',
  'scripts/lazySchemas.mjs',
  'scripts/leanStore.mjs',
  'scripts/noticeOf.mjs',
  'scripts/notices',
  'scripts/notices.mjs',
  'scripts/pageApart.mjs',
  'scripts/startFiles.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const stampName = '.stamp.json'

/**
 * @typedef {object} Stamp
 * @property {string} inputs the fingerprint of what was built
 * @property {Record<string, number>} outputs the size of each file of the build
 */

/**
 * Returns true if out/ is a complete build of the current tree.
 * @param {string} root
 */
export function isBuilt(root) {
  const out = join(root, 'out')
  const stamp = readStamp(out)
  if (!stamp || stamp.inputs !== fingerprint(root, inputs)) return false
  return Object.entries(stamp.outputs).every(
    ([file, size]) => statSync(join(out, file), { throwIfNoEntry: false })?.size === size,
  )
}

/**
 * @param {string} out
 * @returns {Stamp | undefined}
 */
function readStamp(out) {
  try {
    return JSON.parse(readFileSync(join(out, stampName), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Builds beside out/ and swaps the folders, so that out/ is always a complete build.
 * @param {string} root
 * @param {string} node
 * @param {(line: string) => void} say
 */
export async function ensureBuilt(root, node, say) {
  if (isBuilt(root)) return
  say('Building Parley…')
  const stamp = { inputs: fingerprint(root, inputs) }
  const fresh = join(root, '.cache', 'out')
  rmSync(fresh, { recursive: true, force: true })
  const electronVite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const { code, output } = await runCommand(
    node,
    [electronVite, 'build', '--outDir', fresh, '--logLevel', 'warn'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (code !== 0) throw problem(`${lastLines(output)}\n\nThe build failed. See above.`)
  writeStamp(fresh, stamp.inputs)
  swap(fresh, join(root, 'out'))
}

/**
 * @param {string} folder
 * @param {string} inputsHash
 */
function writeStamp(folder, inputsHash) {
  const outputs = Object.fromEntries(
    listFiles(folder).map((file) => [relative(folder, file), statSync(file).size]),
  )
  writeFileSync(join(folder, stampName), JSON.stringify({ inputs: inputsHash, outputs }))
}

/**
 * @param {string} fresh
 * @param {string} target
 */
function swap(fresh, target) {
  const old = `${fresh}.old`
  mkdirSync(join(old, '..'), { recursive: true })
  rmSync(old, { recursive: true, force: true })
  if (statSync(target, { throwIfNoEntry: false })) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Marks out/ as outdated, because development builds write to it as well.
 * @param {string} root
 */
export function forgetBuild(root) {
  rmSync(join(root, 'out', stampName), { force: true })
}
