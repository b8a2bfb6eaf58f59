import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runTool } from './runTool.mjs'
import { stageDesktopFiles } from './desktopFiles.mjs'

/**
 * Lays out the files of an installed Parley. The command leads to a version that the package's
 * script links from `packaged` (build/linux/functions.sh).
 * @param {string} stage
 * @param {string} parley what `stageParley` laid out
 * @param {{ root: string, version: string }} options
 */
export async function stageSystem(stage, parley, { root, version }) {
  const packaged = join(stage, 'usr', 'lib', 'parley', 'packaged')
  mkdirSync(dirname(packaged), { recursive: true })
  // As links, because a copy takes as long as all the rest.
  runTool('cp', ['-al', parley, packaged])
  const bin = join(stage, 'usr', 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync('../lib/parley/current/parley', join(bin, 'parley'))
  await stageDesktopFiles(join(stage, 'usr', 'share'), { root, version })
}
