import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'electron-vite'
import { projectRoot } from '../../scripts/projectRoot.mjs'

/**
 * Returns a file of the project as a literal for an import; `suffix` is a query of the bundler's.
 */
export function importOf(path: string, suffix = ''): string {
  return JSON.stringify(join(projectRoot, path) + suffix)
}

/**
 * Writes an app of nothing but a main process into `folder`, bundles it as Parley is, and runs it.
 * Returns what it has printed, as JSON.
 */
export async function runBundled(folder: string, script: string): Promise<unknown> {
  const entry = join(folder, 'src/index.ts')
  mkdirSync(join(folder, 'src'))
  writeFileSync(entry, script)
  const configOfParley = pathToFileURL(join(projectRoot, 'electron.vite.config.ts')).href
  const configFile = join(folder, 'config.mjs')
  writeFileSync(
    configFile,
    `import config from ${JSON.stringify(configOfParley)}
     const { main } = config
     const rolldownOptions = { ...main.build.rolldownOptions, input: { index: ${JSON.stringify(entry)} } }
     export default { main: { ...main, build: { ...main.build, rolldownOptions } } }`,
  )
  await build({ root: folder, configFile, logLevel: 'error' })
  const printed = execFileSync(process.execPath, [join(folder, 'out/main/index.js')], {
    encoding: 'utf8',
  })
  return JSON.parse(printed)
}
