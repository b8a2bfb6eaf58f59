import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { architectures } from './architectures.mjs'
import { runTool } from './runTool.mjs'
import { stageSystem } from './stageSystem.mjs'

/**
 * Makes a package for Fedora and openSUSE. Returns its path.
 * @param {string} parley what `stageParley` laid out
 * @param {string} folder for the package and its staging
 * @param {import('./debian.mjs').PackageOptions} options
 */
export async function makeRpm(parley, folder, options) {
  const { root, arch, version, isFast, time } = options
  const stage = join(folder, 'rpm')
  await stageSystem(stage, parley, options)
  const licences = join(stage, 'usr', 'share', 'licenses', 'parley')
  mkdirSync(licences, { recursive: true })
  cpSync(join(root, 'LICENSE'), join(licences, 'LICENSE'))
  const linux = join(root, 'build', 'linux')
  const spec = readFileSync(join(linux, 'parley.spec'), 'utf8')
    .replaceAll('@VERSION@', version)
    .replaceAll('@STAGE@', stage)
    .replaceAll('@COMPRESSION@', isFast ? 'w1.gzdio' : 'w6.xzdio')
    .replaceAll('@FUNCTIONS@', () => readFileSync(join(linux, 'functions.sh'), 'utf8'))
  const specFile = join(folder, 'parley.spec')
  writeFileSync(specFile, spec)
  const { rpm } = architectures[arch]
  const top = join(folder, 'rpmbuild')
  runTool('rpmbuild', ['-bb', '--target', rpm, '--define', `_topdir ${top}`, specFile], {
    SOURCE_DATE_EPOCH: String(time),
  })
  const [name = ''] = readdirSync(join(top, 'RPMS', rpm))
  const file = join(folder, name)
  renameSync(join(top, 'RPMS', rpm, name), file)
  return file
}
