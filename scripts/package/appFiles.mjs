import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { problem } from '../problem.mjs'
import { isForProcessor } from './elf.mjs'

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
export const moduleNames = Object.keys(modules)

/** @param {string} root the folder of a package @returns {Record<string, string>} */
export const readManifest = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Copies what every package holds of the app: the build without source maps, and the native modules
 * with the libraries of the given targets. Sources, headers and other libraries stay out.
 * @param {string} root
 * @param {string} app
 * @param {readonly string[]} targets such as ['darwin-x64', 'darwin-arm64']
 * @returns {string[]} the libraries' copies
 */
export function copyApp(root, app, targets) {
  cpSync(join(root, 'out'), join(app, 'out'), { recursive: true, filter: isShipped })
  return copyNativeModules(root, app, targets)
}

/** The stamp of the build and source maps concern developers alone. @param {string} path */
const isShipped = (path) => !path.endsWith('.stamp.json') && !path.endsWith('.map')

/**
 * @param {string} root
 * @param {string} app
 * @param {readonly string[]} targets
 */
export function copyNativeModules(root, app, targets) {
  const libraries = []
  for (const [name, files] of Object.entries(modules)) {
    for (const target of targets) {
      for (const file of files.map((each) => each.replace('TARGET', target))) {
        const source = join(root, 'node_modules', name, file)
        if (!existsSync(source)) throw problem(`${source} is missing. Run: npm ci`)
        const isLibrary = file.endsWith('.node')
        if (isLibrary && !isLibraryFor(source, target)) {
          console.log(`Left out, as it is for another processor than ${target}: ${name}'s library`)
          continue
        }
        const copy = join(app, 'node_modules', name, file)
        mkdirSync(dirname(copy), { recursive: true })
        cpSync(source, copy)
        if (isLibrary) libraries.push(copy)
      }
    }
  }
  return libraries
}

/**
 * Returns whether a library is for a target, as far as it can be seen. npm's uiohook-napi 1.5.5 has
 * one of x64 in the folder of arm64.
 * @param {string} file
 * @param {string} target
 */
export function isLibraryFor(file, target) {
  const [system, arch = ''] = target.split('-')
  return system !== 'linux' || isForProcessor(file, arch)
}
