import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { problem } from '../../problem.mjs'

/**
 * The modules that stay outside the bundle, and what of each the app reads. TARGET is a system with
 * a processor, such as win32-x64.
 * @type {Record<string, string[]>}
 */
const modules = {
  keytar: ['package.json', 'LICENSE.md', 'lib/keytar.js', 'prebuilds/TARGET/keytar.node'],
  'uiohook-napi': [
    'package.json',
    'LICENSE',
    'dist/index.js',
    'prebuilds/TARGET/uiohook-napi.node',
  ],
  'node-gyp-build': ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js'],
}

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
  cpSync(join(root, 'out'), join(folder, 'out'), { recursive: true, filter: isShipped })
  for (const [name, files] of Object.entries(modules)) {
    for (const file of new Set(targets.flatMap((target) => files.map(forTarget(target))))) {
      copy(join(root, 'node_modules', name, file), join(folder, 'node_modules', name, file))
    }
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(root), null, 2)}\n`)
}

/** The stamp of the build and source maps concern developers alone. @param {string} path */
const isShipped = (path) => !path.endsWith('.stamp.json') && !path.endsWith('.map')

/** @param {string} target @returns {(file: string) => string} */
const forTarget = (target) => (file) => file.replace('TARGET', target)

/** @param {string} source @param {string} target */
function copy(source, target) {
  if (!existsSync(source)) throw problem(`${source} is missing. Run: npm ci`)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(source, target)
}

/**
 * Returns the package.json of the app. Its dependencies are only those outside the bundle:
 * electron-builder packs what it finds by them.
 * @param {string} root
 */
function manifest(root) {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const { name, productName, version, description, license, type, main, desktopName } =
    read('package.json')
  const dependencies = Object.fromEntries(
    Object.keys(modules).map((each) => [each, read(`node_modules/${each}/package.json`).version]),
  )
  return {
    ...{ name, productName, version, description, license, type, main, desktopName },
    // fpm refuses a deb without them.
    author: 'The Parley authors',
    homepage: 'https://parley.invalid',
    dependencies,
  }
}
