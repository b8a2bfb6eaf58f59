import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { problem } from '../problem.mjs'
import { readManifest } from './appFiles.mjs'
import { stripProgram } from './stripProgram.mjs'

/**
 * Copies Node for a processor, without symbols, and its licences.
 * @param {string} target
 * @param {{ root: string, arch: import('./architectures.mjs').Architecture }} options
 */
export function copyNode(target, { root, arch }) {
  const { version } = readManifest(join(root, 'node_modules', 'node'))
  const kept = join(root, '.cache', 'package', `node-${version}-linux-${arch}`)
  if (!existsSync(kept)) {
    const fresh = `${kept}.fresh`
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true })
    const source = ownNode(root, arch) ?? fetchNode(`node-linux-${arch}@${version}`, fresh)
    cpSync(join(source, 'bin', 'node'), join(fresh, 'node'))
    cpSync(join(source, 'LICENSE'), join(fresh, 'node.LICENSE'))
    rmSync(join(fresh, 'package'), { recursive: true, force: true })
    stripProgram(join(fresh, 'node'), arch)
    renameSync(fresh, kept)
  }
  cpSync(kept, target, { recursive: true })
}

/**
 * @param {string} root
 * @param {string} arch
 */
function ownNode(root, arch) {
  const folder = join(root, 'node_modules', 'node', 'node_modules', `node-linux-${arch}`)
  return existsSync(join(folder, 'bin', 'node')) ? folder : undefined
}

/** Gets another processor's Node from npm. @param {string} name @param {string} folder */
function fetchNode(name, folder) {
  try {
    const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name], {
      encoding: 'utf8',
    }).trim()
    execFileSync('tar', [
      '-xzf',
      join(folder, archive),
      '-C',
      folder,
      'package/bin',
      'package/LICENSE',
    ])
    rmSync(join(folder, archive))
    return join(folder, 'package')
  } catch {
    throw problem(`npm doesn't give ${name}.`)
  }
}
