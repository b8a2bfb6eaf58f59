import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describeError } from '../problem.mjs'
import { projectRoot } from '../projectRoot.mjs'
import { readManifest } from './appFiles.mjs'
import { checkDeb } from './checkDeb.mjs'
import { makeDeb } from './debian.mjs'
import { makeElectron } from './electron/makeElectron.mjs'
import { parsePackageArguments } from './packageArguments.mjs'
import { makeRpm } from './rpm.mjs'
import { stageParley } from './stage.mjs'
import { makeTarball } from './tarball.mjs'

const makers = { deb: makeDeb, rpm: makeRpm, 'tar.gz': makeTarball }

/** Returns the time of the last commit, or now outside a repository. @param {string} root */
function timeOf(root) {
  const given = process.env['SOURCE_DATE_EPOCH']
  if (given) return Number(given)
  const { stdout } = spawnSync('git', ['-C', root, 'log', '-1', '--format=%ct'], {
    encoding: 'utf8',
  })
  return Number(stdout) || Math.floor(Date.now() / 1000)
}

/** Makes the packages that the arguments name, in dist/. */
async function main() {
  const { small, withElectron, arch, isFast, isChecked } = parsePackageArguments(
    process.argv.slice(2),
  )
  const root = projectRoot
  if (small.length > 0) await makeSmall(small, { root, arch, isFast, isChecked })
  const say = (/** @type {string} */ line) => console.log(line)
  if (withElectron)
    await makeElectron({ root, node: process.execPath, say, env: process.env, arch })
}

/**
 * Makes packages with the Chromium host.
 * @param {import('./packageArguments.mjs').PackageArguments['small']} formats
 * @param {Pick<import('./debian.mjs').PackageOptions, 'root' | 'arch' | 'isFast'> & { isChecked: boolean }} options
 */
async function makeSmall(formats, { root, arch, isFast, isChecked }) {
  const { version = '' } = readManifest(root)
  process.umask(0o022)
  const dist = join(root, 'dist')
  mkdirSync(dist, { recursive: true })
  const folder = mkdtempSync(join(dist, '.stage-'))
  try {
    const parley = join(folder, 'parley')
    await stageParley(parley, { root, arch, version })
    const options = { root, arch, version, isFast, time: timeOf(root) }
    for (const format of formats) {
      const file = await makers[format](parley, folder, options)
      if (isChecked && format === 'deb') console.log(checkDeb(file, folder, isFast))
      const target = join(dist, basename(file))
      renameSync(file, target)
      console.log(`${target}  ${(statSync(target).size / 1e6).toFixed(1)} MB`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

main().catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
