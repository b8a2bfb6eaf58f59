import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './runTool.mjs'

/**
 * Makes an archive of a folder that runs from anywhere. The folder `data` in it makes it portable.
 * Returns its path.
 * @param {string} parley what `stageParley` laid out
 * @param {string} folder for the archive and its staging
 * @param {import('./debian.mjs').PackageOptions} options
 */
export async function makeTarball(parley, folder, { root, arch, version, isFast, time }) {
  const name = `parley-${version}-linux-${arch}`
  const stage = join(folder, name)
  runTool('cp', ['-al', parley, stage])
  rmSync(join(stage, 'version'))
  mkdirSync(join(stage, 'data'))
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  const file = join(folder, `${name}.tar.gz`)
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`]
  const compress = `--use-compress-program=gzip -n${isFast ? 1 : 9}`
  runTool('tar', [...order, compress, '-cf', file, '-C', folder, name])
  return file
}
