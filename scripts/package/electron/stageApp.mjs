import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyApp, moduleNames, readManifest } from '../appFiles.mjs'

/**
 * Lays out the app for electron-builder: the build, a package.json, and the native modules with the
 * libraries of the given targets.
 * @param {string} root
 * @param {string} folder is emptied first
 * @param {readonly string[]} targets such as ['darwin-x64', 'darwin-arm64']
 */
export function stageApp(root, folder, targets) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyApp(root, folder, targets)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(root), null, 2)}\n`)
}

/**
 * Returns the package.json of the app. Its dependencies are only those outside the bundle:
 * electron-builder packs what it finds by them.
 * @param {string} root
 */
function manifest(root) {
  const { name, productName, version, description, license, type, main, desktopName } =
    readManifest(root)
  const dependencies = Object.fromEntries(
    moduleNames.map((each) => [each, readManifest(join(root, 'node_modules', each))['version']]),
  )
  return {
    ...{ name, productName, version, description, license, type, main, desktopName },
    // fpm refuses a deb without them.
    author: 'The Parley authors',
    homepage: 'https://parley.invalid',
    dependencies,
  }
}
