import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from '../fingerprint.mjs'
import { copyApp, readManifest } from './appFiles.mjs'
import { bundleHost } from './bundleHost.mjs'
import { refuseForeignPrograms } from './elf.mjs'
import { copyNode } from './nodeProgram.mjs'
import { stripProgram } from './stripProgram.mjs'

/**
 * @typedef {object} StageOptions
 * @property {string} root
 * @property {import('./architectures.mjs').Architecture} arch
 * @property {string} version
 */

/**
 * Lays out what every package holds and what runs by itself: the launcher, Node, the Chromium host
 * and the built app with its native modules.
 * @param {string} target an empty folder
 * @param {StageOptions} options
 */
export async function stageParley(target, { root, arch, version }) {
  mkdirSync(target, { recursive: true })
  cpSync(join(root, 'build', 'linux', 'parley'), join(target, 'parley'))
  copyNode(target, { root, arch })
  await bundleHost(root, join(target, 'host'))
  nameElectron(root, join(target, 'host'))
  const app = join(target, 'app')
  for (const library of copyApp(root, app, [`linux-${arch}`])) stripProgram(library, arch)
  refuseForeignPrograms(target, arch)
  const { name, productName, description, license, type, main } = readManifest(root)
  const manifest = { name, productName, version, description, license, type, main }
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // Two builds of one version have folders of their own, so that neither changes while it runs.
  const build = fingerprint(target, ['.']).slice(0, 8)
  writeFileSync(join(target, 'version'), `${version}-${build}\n`)
}

/** The host tells the app the version of Electron that it stands for. @param {string} root @param {string} host */
function nameElectron(root, host) {
  const { name, version } = readManifest(join(root, 'node_modules', 'electron'))
  const folder = join(host, 'node_modules', 'electron')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
}
