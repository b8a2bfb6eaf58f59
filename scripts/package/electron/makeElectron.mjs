import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { electronVersion } from '../../electronBinary.mjs'
import { ensureInstalled } from '../../install.mjs'
import { problem } from '../../problem.mjs'
import { lastLines, runCommand } from '../../runCommand.mjs'
import { stageApp } from './stageApp.mjs'

/** electron-builder's name of each system that has packages. */
const systems = { linux: '--linux', darwin: '--mac', win32: '--win' }

/**
 * @typedef {object} ElectronOptions
 * @property {string} root
 * @property {string} node
 * @property {(line: string) => void} say
 * @property {NodeJS.ProcessEnv} env
 * @property {string} [arch] the processor on Linux and Windows; macOS gets both in one app
 * @property {{ dist: string, output: string, stage: string }} [unpacked] makes only the app's
 * folder, from this copy of Electron
 */

/**
 * Makes the packages with Electron for the system that this runs on, in dist/.
 * @param {ElectronOptions} options
 */
export async function makeElectron({ root, node, say, env, arch = process.arch, unpacked }) {
  const builder = join(root, 'scripts', 'package', 'electron', 'builder')
  await ensureInstalled(builder, say)
  const stage = unpacked?.stage ?? join(root, '.cache', 'electron-app')
  const isMac = process.platform === 'darwin'
  const archs = isMac ? ['x64', 'arm64'] : [arch]
  stageApp(
    root,
    stage,
    archs.map((each) => `${process.platform}-${each}`),
  )
  const output = unpacked?.output ?? join(root, 'dist')
  mkdirSync(output, { recursive: true })
  say('Making packages with electron-builder…')
  const result = await runCommand(
    node,
    [
      join(builder, 'node_modules', 'electron-builder', 'cli.js'),
      systemSwitch(),
      ...(unpacked ? ['dir'] : []),
      ...(isMac ? [] : [`--${arch}`]),
      ...['--publish', 'never', '--projectDir', stage],
      ...['--config', join(root, 'build', 'electron', 'electron-builder.yml')],
      `-c.electronVersion=${electronVersion(root)}`,
      `-c.directories.output=${output}`,
      `-c.directories.buildResources=${join(root, 'build')}`,
      ...(unpacked ? [`-c.electronDist=${unpacked.dist}`] : []),
    ],
    { cwd: stage, env: withoutEmpty(env) },
  )
  if (result.code !== 0) throw problem(`${lastLines(result.output)}\n\nelectron-builder failed.`)
}

function systemSwitch() {
  const known = new Map(Object.entries(systems)).get(process.platform)
  if (!known) throw problem(`There is no package with Electron for ${process.platform}.`)
  return known
}

/**
 * Removes empty variables: a workflow sets them for secrets that it does not have, and
 * electron-builder would sign with them.
 * @param {NodeJS.ProcessEnv} env
 */
export const withoutEmpty = (env) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
