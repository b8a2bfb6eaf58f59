import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/projectRoot.mjs'

const listed = join(import.meta.dirname, '..', 'rivals')
const files = ['package.json', 'package-lock.json', '.npmrc']

/** Where the rivals lie: no part of the project's own packages. */
export const rivalsFolder = join(projectRoot, '.cache', 'bench-rivals')

/** Installs the rivals by their own lockfile, unless they are there. They run no scripts. */
export function installRivals(): void {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(listed, file)))
  const mark = join(rivalsFolder, 'installed')
  const wanted = hash.digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  mkdirSync(rivalsFolder, { recursive: true })
  for (const file of files) copyFileSync(join(listed, file), join(rivalsFolder, file))
  console.log('  … installing what Parley is compared with')
  npm(['ci', '--ignore-scripts'])
  // It comes as source alone; where it can't be built it is not measured.
  npm(['rebuild', 'usearch', '--ignore-scripts=false'])
  writeFileSync(mark, wanted)
}

function npm(words: readonly string[]): void {
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', words, {
    cwd: rivalsFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  })
  if (status !== 0) console.log(`    npm ${words.join(' ')} failed`)
}
