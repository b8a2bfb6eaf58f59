import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, isInstalled } from '../../../scripts/install.mjs'

/** Group of rivals: a folder here, with a lockfile of its own. */
export type Rivals = 'engines' | 'media' | 'renderers'

/** Returns the folder of the rivals, from which their packages are found. */
export const rivalsFolder = (rivals: Rivals): string => join(import.meta.dirname, rivals)

/**
 * Installs the rivals into their own folder, by their own lockfile, unless they are there: the
 * project's packages are without them. They run no scripts, except those of `built`, which come as
 * source; what can't be built is not measured.
 */
export async function installRivals(rivals: Rivals, built: readonly string[] = []): Promise<void> {
  const folder = rivalsFolder(rivals)
  if (isInstalled(folder)) return
  await ensureInstalled(folder, (line) => console.log(`  ${line}`))
  for (const name of built) build(folder, name)
}

function build(folder: string, name: string): void {
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['rebuild', name, '--ignore-scripts=false'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows },
  )
  if (status !== 0) console.log(`    ${name} could not be built`)
}
